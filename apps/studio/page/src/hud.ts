// What stands over the view: the badge and its words, distances, push; the value bar; banners, toasts, progress.

import { Euler, Quaternion, Vector3 } from 'three'
import { numbersOf } from './assemble'
import { fill, h, setText, throttled, toggle } from './dom'
import { icon, mark, type Mark } from './icons'
import { Badge, none, type Frame, type PoseNumbers, type Vec3 } from './protocol'
import { keep, settings } from './settings'
import type { Store } from './store'
import type { Pose } from './viewer'
import { degrees, length, lengthDown } from './words'

const fullPush = 100

export function readouts(store: Store): HTMLElement {
    const badgeWord = h('span'), badgeMark = h('span', {}, mark('none')), tip = h('span.tip', { role: 'tooltip' })
    const badge = h('div.badge', { tabindex: 0, role: 'status' }, badgeMark, badgeWord, tip)
    const least = h('div.big.num'), nearest = h('span.cut'), gap = h('span.num'), gapRow = h('div.pair', {}, h('span', {}, 'Proved gap'), gap)
    const push = h('span.num'), meter = h('i'), meterBox = h('div.meter', {}, meter)
    const glyph = h('span')
    const note = h('div.note', {}, mark('near'), h('span'))
    const pushRow = h('div.pair', { title: 'Force of the coupling between hand and part: 0.2 N per mm', style: 'margin-top: 8px' }, h('span', {}, 'Push'), push)
    const card = h('div.card.hud', { 'aria-label': 'Read-outs' }, badge,
        h('div.pair', { style: 'margin-top: 8px' }, h('span', {}, 'Least distance'), glyph), h('div.pair', {}, least, nearest), gapRow, pushRow, meterBox, note)
    let badgeKey = ''
    const update = throttled(() => {
        const { frame, scene } = store
        card.hidden = !scene || !frame
        if (!frame || !scene) return
        const shown = badgeOf(store, frame)
        const key = JSON.stringify(shown)
        if (key !== badgeKey) {
            badgeKey = key
            badge.className = `badge ${shown.tone}`
            setText(badgeWord, shown.word)
            fill(badgeMark, mark(shown.mark))
            fill(tip, ...shown.tip.map((text, k) => h('p', {}, k === 0 ? h('b', {}, text) : text)))
            badge.setAttribute('aria-label', `${shown.word}. ${shown.tip[0]}`)
        }
        const [lo, hi] = frame.least
        const known = Number.isFinite(hi) && hi < 1e11
        fill(least, known ? length(hi) : 'far', known ? h('small', {}, store.unit) : null)
        least.title = known ? `between ${length(lo, 4)} and ${length(hi, 4)} ${store.unit}` : 'nothing is near'
        setText(nearest, known && frame.leastBodies[1] !== none ? nearestName(store, frame) : '')
        const touching = frame.contacts.some((contact) => contact.push > 0)
        fill(glyph, touching ? mark('contact') : null)
        gapRow.hidden = !Number.isFinite(frame.provedGap)
        setText(gap, `${lengthDown(frame.provedGap)} ${store.unit} or more`)
        const newtons = frame.grabbed ? frame.push : 0
        setText(push, newtons > fullPush ? `> ${fullPush} N` : `${newtons.toFixed(0)} N`)
        meter.style.width = `${Math.min(100, newtons)}%`
        toggle(meterBox, 'full', newtons > fullPush)
        const off = scene.deviation ?? 0
        note.hidden = !(off > 0)
        setText(note.lastElementChild!, `CAD surfaces up to ${length(off)} ${store.unit} off`)
        note.firstElementChild!.toggleAttribute('hidden', !(known && hi < 2 * off))
    }, 100)
    store.on(['frame', 'scene', 'connection'], update)
    update()
    return card
}

function nearestName(store: Store, frame: Frame): string {
    const [a, b] = frame.leastBodies
    const other = store.scene?.bodies[a]?.moves && !store.scene.bodies[b]?.moves ? b : store.scene?.bodies[b]?.moves && !store.scene.bodies[a]?.moves ? a : b
    const contact = frame.contacts.find(({ bodies }) => bodies.includes(a) && bodies.includes(b))
    if (contact) return store.partName(other, contact.faces[contact.bodies.indexOf(other)])
    return store.bodyName(other)
}

function badgeOf(store: Store, frame: Frame): { word: string; tone: string; mark: Mark; tip: string[] } {
    const gap = Number.isFinite(frame.provedGap) ? ` Proved gap: ${lengthDown(frame.provedGap)} ${store.unit} or more.` : ''
    const off = store.scene?.deviation
    const cad = off ? [`Proved for the triangles; the CAD surfaces are up to ${length(off)} ${store.unit} off (measured, not proved), so closer than that the CAD parts may still touch.`] : []
    const what = 'since the scene was opened, what moves has touched nothing, at any instant, between the frames too.'
    if (store.connection !== 'open') return { word: `Certified to ${clockOf(frame)}`, tone: '', mark: 'none', tip: ['No connection: what came after is not known here.'] }
    switch (frame.badge) {
        case Badge.Certified: return { word: 'Certified', tone: 'good', mark: 'certified', tip: [`Certified: ${what}${gap}`, ...cad] }
        case Badge.CertifiedToDepth: return {
            word: 'Certified', tone: 'good', mark: 'certified',
            tip: [`Certified: ${what}${gap}`, `Parts that begin in contact are never deeper in each other than ${lengthDown(frame.depth)} ${store.unit} more than they began.`, ...cad],
        }
        case Badge.Replay: return { word: 'Replay', tone: '', mark: 'none', tip: ['A replay shows what was recorded. Esc goes back to what is live.'] }
        default: return { word: 'Not checked', tone: 'warn', mark: 'near', tip: ['What is seen here was not checked.'] }
    }
}

function clockOf(frame: Frame): string {
    return `${Math.floor(frame.seconds / 60)}:${(frame.seconds % 60).toFixed(1).padStart(4, '0')}`
}

/** Position or rotation of the selected part, to be typed; axes to be held; the step. */
export class ValueBar {
    readonly element = h('div.card.bar', { role: 'toolbar', 'aria-label': 'Exact values' })
    private readonly inputs: HTMLInputElement[] = []
    private readonly boxes: HTMLElement[] = []

    constructor(private readonly store: Store) {
        for (const k of [0, 1, 2]) {
            const letter = 'XYZ'[k]
            const input = h('input', {
                inputmode: 'decimal', 'aria-label': `${letter}: exact value`, onkeydown: (e: KeyboardEvent) => this.key(e, k), onblur: () => this.update(),
                onfocus: () => input.select(),
            })
            const lock = h('button', { class: `a${'xyz'[k]}`, title: `Hold ${letter} (Shift ${letter})`, 'aria-label': `Hold axis ${letter}`, onclick: () => this.toggleLock(k) }, h('b', {}, letter))
            const box = h('div.axis', {}, lock, input, h('span.unit'))
            this.inputs.push(input)
            this.boxes.push(box)
        }
        const frame = h('select', { 'aria-label': 'Axes of the world or of the part', title: 'Axes (L)', onchange: () => this.setFrame(frame.value as 'world' | 'part') }, h('option', { value: 'world' }, 'World'), h('option', { value: 'part' }, 'Part'))
        const step = h('input', { type: 'text', inputmode: 'decimal', size: 4, 'aria-label': 'Step of the arrow keys', title: 'Step of the arrow keys; Shift is ten times as much', onchange: () => {
            const value = Number(step.value)
            if (value > 0 && Number.isFinite(value)) keep({ step: value })
            step.value = String(settings.step)
        } })
        step.value = String(settings.step)
        step.style.width = '36px'
        this.element.append(...this.boxes, h('span.sep'), h('span.tool', {}, frame), h('span.axis', {}, icon('magnet'), step, h('span.unit', {}, 'step')))
        const update = throttled(() => this.update(), 100)
        store.on(['frame', 'selection', 'tool', 'world', 'scene', 'people', 'settings'], () => {
            frame.value = settings.frame
            update()
        })
        this.update()
    }

    /** X: the next thing typed is a value of X. */
    focus(axis: number): void {
        this.update()  // a part may have been selected just now
        if (!this.element.hidden) this.inputs[axis].focus()
    }

    toggleLock(axis: number): void {
        const lock = this.store.world?.lock
        if (!lock) return
        const turns = this.turns
        const held = [...(turns ? lock.turn : lock.move)] as [boolean, boolean, boolean]
        held[axis] = !held[axis]
        void this.store.ask('set_lock', { move: turns ? lock.move : held, turn: turns ? held : lock.turn, frame: settings.frame })
    }

    setFrame(frame: 'world' | 'part'): void {
        keep({ frame })
        const lock = this.store.world?.lock
        if (lock) void this.store.ask('set_lock', { move: lock.move, turn: lock.turn, frame })
        this.store.changed('settings')
    }

    private get turns(): boolean {
        return this.store.tool === 'turn'
    }

    private get body(): number | null {
        const { selectedBody, scene } = this.store
        return selectedBody !== null && scene !== null && (scene.bodies[selectedBody].moves || !scene.bodies.some(({ moves }) => moves)) ? selectedBody : null
    }

    private update(): void {
        const { body } = this
        this.element.hidden = body === null || !this.store.assembly
        if (body === null) return
        const values = this.turns ? anglesOf(this.store.poses[body]) : this.store.poses[body].position
        const lock = this.store.world?.lock
        this.inputs.forEach((input, k) => {
            if (document.activeElement !== input) input.value = length(values[k], 2).replaceAll(',', '')
            input.disabled = !this.store.drives
            toggle(this.boxes[k], 'locked', (this.turns ? lock?.turn : lock?.move)?.[k] === true)
            setText(this.boxes[k].lastElementChild!, this.turns ? '°' : this.store.unit)
        })
    }

    private key(event: KeyboardEvent, axis: number): void {
        event.stopPropagation()
        if (event.key === 'Escape') (event.target as HTMLElement).blur()
        if (event.key !== 'Enter') return
        const value = Number(this.inputs[axis].value.replaceAll('\u2212', '-').replace(',', '.').trim())
        const good = this.inputs[axis].value.trim() !== '' && Number.isFinite(value)
        toggle(this.boxes[axis], 'bad', !good)
        if (good) void this.place(axis, value)
    }

    private async place(axis: number, value: number): Promise<void> {
        const { body } = this
        if (body === null) return
        const pose = this.turns ? turnedTo(this.store.poses[body], axis, value, this.store.scene!.bodies[body].centre ?? [0, 0, 0]) : movedTo(this.store.poses[body], axis, value)
        this.inputs[axis].blur()
        const done = await this.store.ask('place', { body, pose: numbersOf(pose) })
        if (!done || done.reached !== false) return
        const by = (done.stopped_by as number[] | undefined)?.map((other) => this.store.bodyName(other)).join(', ')
        const is = done.is as PoseNumbers | undefined
        const got = is && !this.turns ? `, is ${length(is[axis], 2)}` : ''
        this.store.say({ kind: 'contact', title: `Stopped${by ? ` by ${by}` : ''}.`, text: `Asked ${length(value, 2)}${got}. The part went as far as it can.` })
    }
}

export function anglesOf(pose: Pose): Vec3 {
    const euler = new Euler().setFromQuaternion(new Quaternion(...pose.rotation), 'ZYX')
    return [degrees(euler.x), degrees(euler.y), degrees(euler.z)]
}

function movedTo(pose: Pose, axis: number, value: number): Pose {
    const position = [...pose.position] as Vec3
    position[axis] = value
    return { position, rotation: pose.rotation }
}

// About the centre of mass, which stays.
function turnedTo(pose: Pose, axis: number, value: number, centre: Vec3): Pose {
    const angles = anglesOf(pose)
    angles[axis] = value
    const [x, y, z] = angles.map((a) => (a * Math.PI) / 180)
    const rotation = new Quaternion().setFromEuler(new Euler(x, y, z, 'ZYX'))
    const before = new Vector3(...centre).applyQuaternion(new Quaternion(...pose.rotation))
    const position = new Vector3(...pose.position).add(before).sub(new Vector3(...centre).applyQuaternion(rotation))
    return { position: position.toArray(), rotation: rotation.toArray() as Pose['rotation'] }
}

export function toasts(store: Store): HTMLElement {
    const box = h('div', { 'aria-live': 'polite' })
    let timer = 0
    store.on('toast', () => {
        const { toast } = store
        clearTimeout(timer)
        if (!toast) return fill(box)
        const close = () => {
            store.toast = null
            fill(box)
        }
        const glyph: Record<typeof toast.kind, Mark> = { info: 'none', good: 'certified', contact: 'contact', error: 'clash' }
        fill(box, h('div.card.toast', { role: toast.kind === 'error' ? 'alert' : 'status' }, mark(glyph[toast.kind]), h('div.grow', {}, h('b', {}, toast.title), toast.text,
            toast.action ? h('div', {}, h('button.link', { onclick: () => { close(); toast.action!.run() } }, toast.action.word)) : null),
            h('button.small', { 'aria-label': 'Close', onclick: close }, icon('close'))))
        if (toast.kind !== 'error') timer = window.setTimeout(close, 6000)
    })
    return box
}

/** Banners across the view: connection lost, replay. */
export function banners(store: Store): HTMLElement {
    const lost = h('div.banner', { role: 'alert' }), replay = h('div.banner.replay', { role: 'status' })
    lost.hidden = replay.hidden = true
    const words = h('span')
    lost.append(mark('near'), words, h('button.link', { onclick: () => store.link.connect() }, 'Try now'))
    replay.append(icon('film'), h('span', {}, 'A replay. The live scene waits.'), h('button.link', { onclick: () => void store.ask('stop') }, 'Back to live (Esc)'),
        h('button.link', { onclick: () => void continueFrom(store) }, 'Continue from here'))
    const update = () => {
        lost.hidden = store.connection !== 'lost'
        replay.hidden = !store.frame?.replay || !lost.hidden
        const seconds = Math.max(0, Math.ceil((store.retryAt - performance.now()) / 1000))
        setText(words, `Connection lost. ${store.scene ? 'Everything stays where it is, nothing is lost. ' : ''}${seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying …'}`)
    }
    store.on(['connection', 'frame'], update)
    setInterval(() => store.connection === 'lost' && update(), 500)
    return h('div', {}, lost, replay)
}

async function continueFrom(store: Store): Promise<void> {
    const { frame } = store
    if (frame && frame.path !== none) await store.ask('continue_from', { path: frame.path, at: Math.round(frame.stop) })
}

/** Long work: what, how far, how long, and a way out. Nothing is shown of what takes less than 0.3 s. */
export function progress(store: Store): HTMLElement {
    const box = h('div')
    const cards = new Map<number, Card>(), loading = new Card(null)
    const since = new Map<number, number>()
    const update = throttled(() => {
        const now = performance.now()
        for (const task of store.tasks.keys()) if (!since.has(task)) since.set(task, now)
        for (const task of since.keys()) if (!store.tasks.has(task)) since.delete(task), cards.delete(task)
        const shown = [...store.tasks.values()].filter(({ task }) => now - since.get(task)! >= 300).slice(-2).map((task) => {
            if (!cards.has(task.task)) cards.set(task.task, new Card(() => void store.ask('cancel', { task: task.task })))
            const left = task.left_s !== null && task.left_s > 1 ? `, ${Math.ceil(task.left_s)} s left` : ''
            return cards.get(task.task)!.show(task.state === 'cancelling' ? 'Cancelling …' : `${task.what}${left}`, task.done)
        })
        if (store.loading) shown.push(loading.show(store.loading.what, store.loading.share))
        if (shown.length !== box.children.length || shown.some((card, k) => box.children[k] !== card)) fill(box, ...shown)
        if (since.size) setTimeout(update, 300)
    }, 120)
    store.on(['tasks', 'loading'], update)
    return box
}

class Card {
    private readonly bar = h('i')
    private readonly meter = h('div.meter', { role: 'progressbar' }, this.bar)
    private readonly what = h('span.cut')
    private readonly percent = h('span.num.t2')
    private readonly element: HTMLElement

    constructor(cancel: (() => void) | null) {
        this.element = h('div.card.progress', { role: 'status' }, h('div.pair', {}, this.what, h('span.grow'), this.percent, cancel ? h('button.link', { onclick: cancel }, 'Cancel') : null), this.meter)
    }

    show(what: string, share: number | null): HTMLElement {
        setText(this.what, what)
        setText(this.percent, share === null ? '' : `${Math.floor(100 * share)} %`)
        this.bar.style.width = share === null ? '' : `${(100 * share).toFixed(1)}%`
        toggle(this.meter, 'unknown', share === null)
        if (share !== null) this.meter.setAttribute('aria-valuenow', String(Math.round(100 * share)))
        return this.element
    }
}
