// What a person likes: kept by this browser.

export type Preset = 'default' | 'catia' | 'solidworks' | 'blender'
export interface Settings {
    theme: 'dark' | 'light'
    preset: Preset
    trackpad: boolean
    edges: boolean
    perspective: boolean
    step: number
    frame: 'world' | 'part'
    left: number | null
    right: number | null
    time: number | null
    greeted: boolean
}

const key = 'graze-studio'
const usual: Settings = {
    theme: 'dark', preset: 'default', trackpad: false, edges: true, perspective: true, step: 1, frame: 'world', left: null, right: null, time: null, greeted: false,
}

export const presets: Record<Preset, string> = { default: 'Default', catia: 'CATIA-like', solidworks: 'SolidWorks-like', blender: 'Blender-like' }

function load(): Settings {
    try {
        return { ...usual, theme: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark', ...JSON.parse(localStorage.getItem(key) ?? '{}') }
    } catch {
        return { ...usual }
    }
}

export const settings = load()

export function keep(change: Partial<Settings>): void {
    Object.assign(settings, change)
    try {
        localStorage.setItem(key, JSON.stringify(settings))
    } catch {
        // A browser that keeps nothing still works.
    }
}
