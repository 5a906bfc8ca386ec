// The page: what stands where, and who knows whom.

import { flipTheme, statusLine, topBar } from './bars'
import { h, toggle } from './dom'
import { dropZone } from './files'
import { banners, progress, readouts, toasts, ValueBar } from './hud'
import { listenToKeys } from './keys'
import { openMenu, showKeys } from './menus'
import { keep, settings } from './settings'
import { ClashList, contacts, details, lookingAlong, physics } from './side'
import { SpaceMouse } from './spacemouse'
import { Stage } from './stage'
import { startPage } from './start'
import { Store } from './store'
import './style.css'
import { Actions, paths, TimePanel } from './time'
import { Tree } from './tree'
import { plain, today } from './words'

const store = new Store()

function applyTheme(): void {
    document.documentElement.dataset.theme = settings.theme
}

function build(): void {
    applyTheme()
    store.on('settings', applyTheme)
    const app = h('div.app', {})
    let stage: Stage
    try {
        stage = new Stage(store)
    } catch {
        document.body.append(h('div.start', {}, h('div.start-in', {}, h('h1', {}, 'This browser shows no WebGL 2.'), h('p', {}, 'The studio draws with it. Take a newer browser, or switch on graphics acceleration in its settings. The command line works without: graze view, graze path.'))))
        return
    }
    const actions = new Actions(store, stage), tree = new Tree(store, stage), values = new ValueBar(store), clashes = new ClashList(store, stage)
    const space = new SpaceMouse(store, stage)
    void space.resume()
    lookingAlong(() => stage.viewer.rig.back.negate().toArray())
    const snapshot = () => void store.ask('snapshot').then((done) => done && store.say({ kind: 'info', title: 'Snapshot kept.', text: 'The menu beside the name brings it back.' }))
    const right = h('aside.panel.right', { 'aria-label': 'Details' }, details(store), physics(store), contacts(store), clashes.element)
    const time = new TimePanel(store, actions, (anchor) => exportMenu(anchor, actions))
    stage.element.append(readouts(store), values.element, progress(store), toasts(store), banners(store))
    stage.onMenu = (x, y, hit) => partMenu(stage, x, y, hit)
    app.append(topBar(store, stage, { openMenu: (anchor) => fileMenu(anchor, actions, space), keys: showKeys, snapshot, close: () => void store.ask('close') }),
        tree.element, stage.element, right, paths(store, actions), time.element, statusLine(store))
    addSplitters(app, tree.element, right, time.element)
    const start = startPage(store, showKeys)
    const floating = h('div', {}, progress(store), toasts(store))
    start.append(floating)
    document.body.append(start, app, h('div.sr', { 'aria-live': 'polite', id: 'news' }))
    const route = () => {
        start.hidden = store.scene !== null
        app.hidden = store.scene === null
        document.title = store.scene ? `${store.scene.name} \u2013 Graze studio` : 'Graze studio'
    }
    store.on(['scene', 'start'], route)
    route()
    tellContacts()
    dropZone(store)
    listenToKeys({ store, stage, tree, values, actions, clashes, showKeys, snapshot })
    store.link.connect()
    // What tests and curious people look at.
    Object.assign(window, { graze: { store, stage, actions } })
}

function menuUnder(anchor: HTMLElement): [number, number] {
    const box = anchor.getBoundingClientRect()
    return [box.left, box.bottom + 4]
}

function exportMenu(anchor: HTMLElement, actions: Actions): void {
    const any = actions.path !== null, box = anchor.getBoundingClientRect()
    openMenu(box.left, box.top - 250, null, [
        { icon: 'file', word: 'Scene with this path', run: () => void actions.export('scene') }, { icon: 'film', word: 'GLB animation', run: () => void actions.export('glb') },
        { icon: 'camera', word: 'Picture (PNG)', run: () => void actions.picture() }, { icon: 'film', word: 'Film (WebM)', run: () => void actions.film(), off: !any }, null,
        { icon: 'pencil', word: 'Rename path \u2026', run: () => void actions.rename(), off: !any }, { icon: 'bin', word: 'Delete path', run: () => void actions.remove(), off: !any },
    ])
}

function fileMenu(anchor: HTMLElement, actions: Actions, space: SpaceMouse): void {
    const snapshots = store.history?.snapshots ?? []
    openMenu(...menuUnder(anchor), store.scene?.file ?? null, [
        { icon: 'home', word: 'Back to the start', run: () => void store.ask('close') }, { icon: 'check', word: 'Save now', key: 'Ctrl S', run: () => void store.ask('save') },
        { icon: 'export', word: 'Export scene', run: () => void actions.export('scene') }, { icon: 'camera', word: 'Picture (PNG)', run: () => void actions.picture() }, { icon: 'sun', word: 'Dark or light', run: () => flipTheme(store) },
        ...(SpaceMouse.isThere ? [{ icon: 'move', word: '3D mouse \u2026', run: () => void space.connect() }] : []),
        ...(snapshots.length ? [null, ...snapshots.slice(-8).map((one) => ({ icon: 'bookmark', word: `Back to ${one.name || `snapshot ${one.snapshot}`}, ${today(one.when)}`, run: () => void store.ask('restore', { snapshot: one.snapshot }) }))] : []),
    ])
}

function partMenu(stage: Stage, x: number, y: number, hit: { instance: number; body: number } | null): void {
    const box = stage.host.getBoundingClientRect()
    if (hit && store.selected !== hit.instance) store.select(hit.instance)
    const part = hit ? store.assembly?.parts[hit.instance] : null
    const own = hit ? [hit.instance] : []
    openMenu(box.left + x, box.top + y, part ? plain(part.name) : null, [
        ...(hit ? [{ icon: 'fit', word: 'Fit', key: 'Shift F', run: () => stage.viewer.rig.fit(stage.viewer.boxOf(own)) }, { icon: 'isolate', word: 'Isolate', key: 'I', run: () => stage.isolate() },
            { icon: 'glass', word: 'Others transparent', key: 'T', run: () => stage.dim() }, { icon: 'eye-off', word: 'Hide', key: 'H', run: () => stage.hide(own, true) }] : [{ icon: 'fit', word: 'Fit all', key: 'F', run: () => stage.fitAll() }]),
        { icon: 'eye', word: 'Show all', key: 'Shift H', run: () => stage.showAll() }, null, { icon: 'section', word: 'Section plane', key: 'C', run: () => stage.toggleSection() },
    ])
}

// Panels are resized by their borders; a double click folds them away.
function addSplitters(app: HTMLElement, left: HTMLElement, right: HTMLElement, time: HTMLElement): void {
    const apply = () => {
        for (const side of ['left', 'right', 'time'] as const) {
            const size = settings[side]
            size === null ? app.style.removeProperty(`--${side}`) : app.style.setProperty(`--${side}`, `${size}px`)
        }
    }
    const add = (panel: HTMLElement, side: 'left' | 'right' | 'time', place: string) => {
        const bar = h(side === 'time' ? 'div.splitter.h' : 'div.splitter.v', { style: place, role: 'separator', 'aria-label': `Size of the ${side} panel` })
        bar.addEventListener('pointerdown', (event) => {
            bar.setPointerCapture(event.pointerId)
            toggle(bar, 'active', true)
        })
        bar.addEventListener('pointermove', (event) => {
            if (!bar.hasPointerCapture(event.pointerId)) return
            const box = app.getBoundingClientRect()
            const size = side === 'left' ? event.clientX : side === 'right' ? box.right - event.clientX : box.bottom - event.clientY - 24
            keep({ [side]: Math.round(Math.max(side === 'time' ? 38 : 150, Math.min(side === 'time' ? box.height / 2 : 520, size))) })
            apply()
        })
        bar.addEventListener('pointerup', () => toggle(bar, 'active', false))
        bar.addEventListener('dblclick', () => {
            keep({ [side]: settings[side] === null ? (side === 'time' ? 38 : 0) : null })
            apply()
        })
        panel.append(bar)
    }
    add(left, 'left', 'right: 0')
    add(right, 'right', 'left: 0')
    add(time, 'time', '')
    apply()
}

// For those who listen instead of look: at most one sentence a second.
function tellContacts(): void {
    let touching = false, told = 0
    store.on('frame', () => {
        const now = store.frame?.contacts.some(({ push }) => push > 0) ?? false
        if (now === touching || performance.now() - told < 1000) return
        touching = now
        told = performance.now()
        document.getElementById('news')!.textContent = now ? `Contact with ${store.bodyName(store.frame!.contacts[0].bodies[1])}.` : 'No contact any more.'
    })
}

build()
