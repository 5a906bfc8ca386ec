// The bar at the top, and the line at the bottom.

import { fill, h, setText, throttled, toggle } from './dom'
import { icon, logo } from './icons'
import { keep, presets, settings, type Preset } from './settings'
import type { Stage } from './stage'
import type { Store, Tool } from './store'
import { today } from './words'

export interface Commands {
    openMenu: (anchor: HTMLElement) => void
    keys: () => void
    snapshot: () => void
    close: () => void
}

export function flipTheme(store: Store): void {
    keep({ theme: settings.theme === 'dark' ? 'light' : 'dark' })
    store.changed('settings')
}

function themeButton(store: Store): HTMLElement {
    return h('button.tool', { title: 'Dark or light', 'aria-label': 'Dark or light', onclick: () => flipTheme(store) }, icon('sun'))
}

export function topBar(store: Store, stage: Stage, commands: Commands): HTMLElement {
    const button = (name: string, title: string, run: (event: Event) => void, word?: string) =>
        h('button.tool', { title, 'aria-label': title, onclick: run }, icon(name), word ? h('span.word', {}, word) : null)
    const file = h('button.file', { title: 'Open, save', 'aria-haspopup': 'menu', onclick: () => commands.openMenu(file) }), saved = h('span.saved')
    const undo = button('undo', 'Undo (Ctrl Z)', () => void store.ask('undo')), redo = button('redo', 'Redo (Ctrl Y)', () => void store.ask('redo'))
    const reset = button('reset', 'Reset: as it began (Ctrl Backspace)', () => void store.ask('reset')), snapshot = button('bookmark', 'Snapshot (K)', () => commands.snapshot())
    const move = button('move', 'Move (G)', () => choose('move'), 'Move'), turn = button('turn', 'Turn (R)', () => choose('turn'), 'Rotate'), measure = button('measure', 'Measure (M)', () => choose(store.tool === 'measure' ? 'move' : 'measure'), 'Measure')
    const snap = button('magnet', 'Snap a face to a face (A)', () => choose(store.tool === 'align' ? 'move' : 'align'), 'Snap')
    const section = button('section', 'Section plane (C)', () => stage.toggleSection(), 'Section')
    const choose = (tool: Tool) => {
        store.tool = tool
        store.changed('tool')
    }
    const isolate = button('isolate', 'Isolate (I)', () => stage.isolate()), glass = button('glass', 'Others transparent (T)', () => stage.dim())
    const edges = button('edges', 'Edges', () => {
        keep({ edges: !settings.edges })
        store.changed('settings')
    })
    const order = h('select', { 'aria-label': 'Order of the world', title: 'First order: a part stops when the hand does. Second order: mass, gravity, throwing.', onchange: () => void store.ask('set_world', { order: order.value === '2' ? 2 : 1 }) },
        h('option', { value: '1' }, 'First order'), h('option', { value: '2' }, 'Second order'))
    const pause = button('pause', 'Pause (P)', () => void store.ask('set_world', { paused: !store.world?.paused })), step = button('step', 'One step', () => void store.ask('step'))
    const bar = h('header.top', {}, h('button.brand', { title: 'Back to the start', onclick: () => commands.close() }, logo(), 'Graze studio'), file, saved, h('span.sep'), undo, redo, reset, snapshot, h('span.sep'), move, turn, snap, measure, section,
        h('span.sep'), isolate, glass, edges, h('span.sep'), h('span.tool', {}, order), pause, step, h('span.grow'), driverPill(store), themeButton(store), button('help', 'Keys and mouse (?)', () => commands.keys()))
    const update = throttled(() => {
        const { scene, history, world, drives } = store
        fill(file, h('b', { style: 'font-weight: 500', class: 'cut' }, scene?.name ?? ''), icon('down'))
        setText(saved, history?.saved ? `Saved ${today(history.saved)}` : '')
        undo.disabled = !drives || !history?.can_undo
        redo.disabled = !drives || !history?.can_redo
        undo.title = history?.can_undo ? `Undo ${history.can_undo} (Ctrl Z)` : 'Undo (Ctrl Z)'
        redo.title = history?.can_redo ? `Redo ${history.can_redo} (Ctrl Y)` : 'Redo (Ctrl Y)'
        for (const b of [reset, snapshot, pause, order]) b.disabled = !drives
        step.disabled = !drives || !world?.paused
        if (world && document.activeElement !== order) order.value = String(world.order)
        fill(pause, icon(world?.paused ? 'play' : 'pause'))
        const pressed: [HTMLElement, boolean][] = [[move, store.tool === 'move'], [turn, store.tool === 'turn'], [snap, store.tool === 'align'], [measure, store.tool === 'measure'], [section, stage.viewer.section.state.on],
            [isolate, stage.isolated !== null], [glass, stage.dimmed], [edges, settings.edges], [pause, world?.paused === true]]
        for (const [element, on] of pressed) element.setAttribute('aria-pressed', String(on))
    }, 60)
    store.on(['scene', 'history', 'world', 'tool', 'looks', 'people', 'connection', 'settings', 'selection'], update)
    update()
    return bar
}

// Buttons stay the same elements while seconds run: what is rebuilt under a mouse cannot be clicked.
function driverPill(store: Store): HTMLElement {
    const glyph = h('span'), word = h('b'), rest = h('span.num')
    const ask = h('button.link', { onclick: () => void store.ask('ask_to_drive') }), yes = h('button.link', { onclick: () => void store.ask('hand_over', { yes: true }) }, 'Let it'),
        no = h('button.link', { onclick: () => void store.ask('hand_over', { yes: false }) }, 'Refuse')
    const pill = h('div.pill', { role: 'status' }, glyph, word, rest, ask, yes, no)
    let shown = ''
    const show = (picture: string, text: string, more: string, buttons: HTMLElement[]) => {
        if (picture !== shown) fill(glyph, picture === 'lost' ? h('span.dot.amber') : icon(picture))
        shown = picture
        setText(word, text)
        setText(rest, more)
        for (const one of [ask, yes, no]) one.hidden = !buttons.includes(one)
    }
    const update = () => {
        const { people, welcome, drives } = store
        const others = people.watching > 0 ? ` \u00b7 ${people.watching} watching` : ''
        const asked = drives && people.asks !== null && people.asks !== welcome?.you
        toggle(pill, 'asks', asked)
        if (asked) {
            const left = people.until === null ? '' : ` (${Math.max(0, Math.ceil(people.until - (performance.now() - store.peopleAt) / 1000))} s)`
            return show('hand', 'Another page asks to drive', left, [yes, no])
        }
        if (drives) return show('hand', 'You drive', others, [])
        if (store.connection !== 'open') return show('lost', 'No connection', '', [])
        const nobody = people.driver === null, asks = people.asks !== null && people.asks === welcome?.you
        setText(ask, nobody ? 'Drive' : 'Ask to drive')
        show('eye', nobody ? 'Nobody drives' : 'Another page drives', asks ? 'asked \u2026' : '', asks ? [] : [ask])
    }
    store.on(['people', 'connection'], update)
    setInterval(() => store.people.asks !== null && update(), 1000)
    update()
    return pill
}

export function statusLine(store: Store): HTMLElement {
    const dot = h('span.dot'), state = h('b'), rate = h('span.num'), hints = h('span', { style: 'flex: 1; justify-content: center; overflow: hidden' })
    const preset = h('select', { 'aria-label': 'Habits of the mouse', onchange: () => {
        keep({ preset: preset.value as Preset })
        store.changed('settings')
    } }, ...Object.entries(presets).map(([value, word]) => h('option', { value }, word)))
    const unit = h('b')
    let frames = 0
    setInterval(() => {
        const now = store.frames - frames
        frames = store.frames
        const { frame, world } = store
        setText(state, store.connection === 'open' ? 'Connected' : store.connection === 'lost' ? 'Connection lost' : 'Connecting \u2026')
        toggle(dot, 'amber', store.connection !== 'open')
        setText(rate, !frame || !store.scene ? 'this computer only' : world?.paused ? 'paused' : frame.asleep ? 'at rest' : `${now} poses/s \u00b7 step ${frame.stepMs.toFixed(1)} ms${frame.late ? ' \u00b7 the part lags: the step ran out of time' : ''}`)
    }, 1000)
    const write = () => {
        preset.value = settings.preset
        setText(unit, store.unit)
        const see = { default: ['Drag background', 'orbit', 'Right', 'pan'], catia: ['Middle + left', 'orbit', 'Middle', 'pan'], solidworks: ['Middle', 'orbit', 'Ctrl + middle', 'pan'], blender: ['Middle', 'orbit', 'Shift + middle', 'pan'] }[settings.preset]
        fill(hints, ...['Drag part', 'move', 'Shift', 'turn', ...see, 'Wheel', 'zoom', 'F', 'fit', 'Esc', 'cancel', '?', 'all keys'].map((word, k) => (k % 2 ? word : h('b', {}, word))))
    }
    store.on(['settings', 'scene'], write)
    write()
    return h('footer.status', {}, h('span', {}, dot, state), rate, hints, h('span', {}, 'Mouse', preset), unit)
}
