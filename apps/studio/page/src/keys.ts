// The keyboard. Letters by what they say, so that other layouts work.

import type { Actions } from './time'
import type { ClashList } from './side'
import type { Stage } from './stage'
import type { Store } from './store'
import type { Tree } from './tree'
import type { ValueBar } from './hud'
import { settings } from './settings'
import type { StandardView } from './viewer'
import { Vector3 } from 'three'

export interface Hands { store: Store; stage: Stage; tree: Tree; values: ValueBar; actions: Actions; clashes: ClashList; showKeys: () => void; snapshot: () => void }

const views: Record<string, StandardView> = { '0': 'home', '1': 'front', '2': 'back', '3': 'left', '4': 'right', '5': 'top', '6': 'bottom' }

export function listenToKeys(hands: Hands): void {
    addEventListener('keydown', (event) => {
        const target = event.target as HTMLElement
        const typing = target instanceof HTMLInputElement && target.type !== 'range' && target.type !== 'checkbox' || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
        const own = target instanceof HTMLButtonElement ? [' ', 'Enter'] : target instanceof HTMLInputElement ? [' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] : []
        if (typing || own.includes(event.key) || document.querySelector('dialog[open]')) return
        if (!hands.store.scene) {
            if (event.key === '?' || event.key === 'F1') {
                event.preventDefault()
                hands.showKeys()
            }
            return
        }
        if (press(event, hands)) event.preventDefault()
    })
    addEventListener('keyup', (event) => {
        if (event.key.toLowerCase() === 'r') hands.stage.mouse.turning = false
    })
}

function press(event: KeyboardEvent, hands: Hands): boolean {
    const { store, stage, actions } = hands
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const ctrl = event.ctrlKey || event.metaKey, shift = event.shiftKey
    if (ctrl) return withControl(key, shift, hands)
    if (key in views) {
        stage.viewer.rig.fit(stage.viewer.boxesOf(), views[key])
        return true
    }
    if (key === 'x' || key === 'y' || key === 'z') {
        const axis = 'xyz'.indexOf(key) as 0 | 1 | 2
        if (stage.mouse.dragging) {
            if (!event.repeat) stage.mouse.hold(axis, shift)
            return true
        }
        shift ? hands.values.toggleLock(axis) : hands.values.focus(axis)
        return true
    }
    switch (key) {
        case 'f': shift ? stage.fitSelected() : stage.fitAll(); return true
        case 'o': stage.togglePerspective(); return true
        case 'c': stage.toggleSection(); return true
        case 'i': stage.isolate(); return true
        case 't': stage.dim(); return true
        case 'h': shift ? stage.showAll() : stage.hide(stage.selection(), true); return true
        case '/': hands.tree.search.focus(); return true
        case 'm': tool(store, store.tool === 'measure' ? 'move' : 'measure'); return true
        case 'a': tool(store, store.tool === 'align' ? 'move' : 'align'); return true
        case 'g': tool(store, 'move'); return true
        case 'r':
            if (stage.mouse.dragging) stage.mouse.turning = true
            else if (!event.repeat) tool(store, store.tool === 'turn' ? 'move' : 'turn')
            return true
        case 'l': hands.values.setFrame(settings.frame === 'world' ? 'part' : 'world'); return true
        case 'p': void store.ask('set_world', { paused: !store.world?.paused }); return true
        case 'q': actions.record(); return true
        case ' ': actions.play(1); return true
        case 'j': actions.play(-1); return true
        case ',': actions.stepBy(-1); return true
        case '.': actions.stepBy(1); return true
        case 'b': actions.setTrim(0); return true
        case 'n': actions.setTrim(1); return true
        case 'k': hands.snapshot(); return true
        case 'PageDown': hands.clashes.step(1); return true
        case 'PageUp': hands.clashes.step(-1); return true
        case '?':
        case 'F1': hands.showKeys(); return true
        case 'F6': nextRegion(shift); return true
        case 'Escape': return escape(hands)
        case 'ArrowLeft':
        case 'ArrowRight':
        case 'ArrowUp':
        case 'ArrowDown': return nudge(key, shift, hands)
        default: return false
    }
}

function withControl(key: string, shift: boolean, hands: Hands): boolean {
    const { store, actions } = hands
    switch (key) {
        case 'z': void store.ask(shift ? 'redo' : 'undo'); return true
        case 'y': void store.ask('redo'); return true
        case 'Backspace': void store.ask('reset'); return true
        case 'Enter': void actions.certify(); return true
        case 's': void store.ask('save'); return true
        case 'PageUp':
        case 'PageDown': return nudge(key, shift, hands)
        default: return false
    }
}

function tool(store: Store, chosen: Store['tool']): void {
    store.tool = chosen
    store.changed('tool')
}

// What Esc ends first: a drag, a replay, a measurement, a focus, the selection.
function escape({ store, stage, actions }: Hands): boolean {
    if (stage.mouse.cancel() || actions.live() || stage.clearMeasured()) return true
    if (store.tool === 'measure' || store.tool === 'align') tool(store, 'move')
    else if (stage.focusPair) stage.focus(null, null)
    else if (stage.isolated) stage.isolate()
    else store.select(null)
    return true
}

// The axis of the scene that lies nearest to the key's direction on the screen.
function nudge(key: string, shift: boolean, { store, stage }: Hands): boolean {
    const body = store.selectedBody
    if (body === null || !store.mayGrab(body)) return false
    const { rig } = stage.viewer
    const way = { ArrowLeft: rig.right.negate(), ArrowRight: rig.right, ArrowUp: rig.up, ArrowDown: rig.up.negate(), PageUp: rig.back.negate(), PageDown: rig.back }[key]!
    const parts = way.toArray(), k = parts.map(Math.abs).indexOf(Math.max(...parts.map(Math.abs)))
    const move = new Vector3().setComponent(k, Math.sign(parts[k]) * settings.step * (shift ? 10 : 1))
    const turns = store.tool === 'turn'
    const about = new Vector3(...(key.includes('Left') || key.includes('Right') ? rig.up : rig.right).toArray())
    const spin = about.multiplyScalar(((key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1) * (shift ? 10 : 1) * Math.PI) / 180)
    void store.ask('nudge', { body, ...(turns ? { turn: spin.toArray() } : { move: move.toArray() }), frame: 'world' })
    return true
}

function nextRegion(backwards: boolean): void {
    const regions = [...document.querySelectorAll<HTMLElement>('.top, .tree, .view, .right, .paths, .time, .status')]
    const at = regions.findIndex((region) => region.contains(document.activeElement))
    const next = regions[(at + (backwards ? -1 : 1) + regions.length) % regions.length]
    const first = next.querySelector<HTMLElement>('[role="application"], [role="tree"], [role="slider"], input, button:not(:disabled), select')
    first?.focus()
}
