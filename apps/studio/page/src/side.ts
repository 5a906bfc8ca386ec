// The right side: the selected part, the world, contacts, clashes.

import { fill, h, setText, throttled, toggle } from './dom'
import { anglesOf } from './hud'
import { icon, mark, type Mark } from './icons'
import { none, type Clash, type Commands } from './protocol'
import { heldContacts, type Stage } from './stage'
import type { Store } from './store'
import { length } from './words'

export function details(store: Store): HTMLElement {
    const title = h('div.head'), cells = Array.from({ length: 6 }, () => h('span'))
    const cell = (k: number) => h('div.cell', {}, h('b', { class: `a${'xyz'[k % 3]}` }, 'XYZ'[k % 3]), cells[k])
    const grid = h('div.grid6', {}, h('span', {}, 'Position'), cell(0), cell(1), cell(2), h('span', {}, 'Rotation'), cell(3), cell(4), cell(5))
    const hint = h('div.empty', {}, 'Nothing is selected. Click a part; drag one that moves.')
    const keepValue = h('span.num')
    const keepApart = h('input', { type: 'range', min: -1, max: 1, step: 0.05, value: 0, 'aria-label': 'Keep apart: scale of the security distance', oninput: () => setText(keepValue, `\u00d7 ${(10 ** Number(keepApart.value)).toFixed(2)}`),
        onchange: () => void store.ask('set_world', { keep_apart: 10 ** Number(keepApart.value) }) })
    const margin = h('input.field', { type: 'text', inputmode: 'decimal', size: 5, 'aria-label': 'Keep this part so far from the others', placeholder: 'none', onkeydown: (e: KeyboardEvent) => {
        e.stopPropagation()
        if (e.key === 'Enter') void setMargin()
    } })
    const setMargin = async () => {
        const { selectedBody: body, scene } = store
        if (body === null || !scene) return
        const text = margin.value.trim(), distance = text === '' ? null : Number(text.replace(',', '.'))
        if (distance !== null && !(distance >= 0)) return store.say({ kind: 'error', title: `\u201c${text}\u201d is no distance.`, text: 'Type a number of 0 or more, or nothing.' })
        const others = scene.bodies.map((_, k) => k).filter((k) => k !== body).slice(0, 200)
        for (const other of others) if (!(await store.ask('set_margin', { bodies: [body, other], distance }))) return
        store.say({ kind: 'info', title: distance === null ? 'Margins taken back.' : `Kept ${length(distance)} ${store.unit} apart.`, text: '' })
    }
    const marginRow = h('div.line', { title: 'A distance that this part keeps from the others, beside what the scene demands; Enter sets it' }, 'Margin', h('span.grow'), margin, h('span.t3', {}, 'to others'))
    const keepRow = h('div.line', { title: 'Scales the security distances; 1 is the usual' }, 'Keep apart', keepApart, keepValue)
    const update = throttled(() => {
        const { selectedBody: body, scene, assembly } = store
        const on = body !== null && scene !== null && assembly !== null
        hint.hidden = on
        grid.hidden = !on
        keepRow.hidden = !scene
        marginRow.hidden = !on || !scene.bodies[body].moves
        keepApart.disabled = margin.disabled = !store.drives
        if (document.activeElement !== keepApart && store.world) {
            keepApart.value = String(Math.log10(store.world.keep_apart))
            setText(keepValue, `\u00d7 ${store.world.keep_apart.toFixed(2)}`)
        }
        if (!on) return fill(title, 'Part')
        const part = store.selected !== null ? assembly.parts[store.selected] : null
        const colour = assembly.scene.instances[assembly.partsOfBody[body][0]]?.color ?? 0x888888
        const name = store.bodyName(body), own = part && !scene.bodies[body].moves && assembly.partsOfBody[body].length > 1 ? ` / ${part.name.replaceAll('_', ' ')}` : ''
        fill(title, h('span.swatch', { style: `background: #${colour.toString(16).padStart(6, '0')}` }), h('span.cut', {}, name + own), h('span.count', {}, scene.bodies[body].moves ? 'moves freely' : 'stands; drag it to free it'))
        ;[...store.poses[body].position, ...anglesOf(store.poses[body])].forEach((v, k) => setText(cells[k], `${length(v, k > 2 || Math.abs(v) >= 100 ? 1 : 2)}${k > 2 ? '°' : ''}`))
        if (document.activeElement !== margin) {
            const known = store.world?.margins.filter(({ bodies }) => bodies.includes(body)) ?? []
            margin.value = known.length ? String(Math.max(...known.map(({ distance }) => distance))) : ''
        }
    }, 100)
    store.on(['selection', 'frame', 'world', 'scene', 'people'], update)
    update()
    return h('section.section', { 'aria-label': 'Selected part' }, title, hint, grid, keepRow, marginRow)
}

// Gravity in lengths of the scene a second squared.
const fall: Record<string, number> = { um: 9.80665e6, mm: 9806.65, cm: 980.665, m: 9.80665, in: 386.0886, ft: 32.17405 }

export function physics(store: Store): HTMLElement {
    const set = (members: Commands['set_world']) => void store.ask('set_world', members)
    const gravity = h('input', { type: 'checkbox', onchange: () => set({ gravity: gravity.checked ? [0, 0, -(fall[store.unit] ?? 9.81)] : [0, 0, 0] }) })
    const slider = (key: 'friction' | 'restitution', word: string) => {
        const value = h('span.num')
        const input = h('input', { type: 'range', min: 0, max: 1, step: 0.05, 'aria-label': word, oninput: () => setText(value, Number(input.value).toFixed(2)), onchange: () => set({ [key]: Number(input.value) }) })
        return { row: h('div.line', {}, h('span', { style: 'width: 70px' }, word), input, value), show: (v: number) => {
            if (document.activeElement !== input) input.value = String(v)
            setText(value, v.toFixed(2))
        }, input }
    }
    const friction = slider('friction', 'Friction'), restitution = slider('restitution', 'Bounce')
    const thrown = h('button.button', { title: 'Throw the selected part the way the view looks', onclick: () => throwSelected(store) }, icon('throw'), 'Throw')
    const box = h('section.section', { 'aria-label': 'Second-order world' }, h('div.head', {}, 'World', h('span.count', {}, 'second order')),
        h('div.line', {}, h('label', {}, gravity, 'Gravity'), h('span.grow'), thrown), friction.row, restitution.row)
    const update = () => {
        const { world } = store
        box.hidden = world?.order !== 2 || !store.scene
        if (!world) return
        gravity.checked = world.gravity.some((v) => v !== 0)
        friction.show(world.friction)
        restitution.show(world.restitution)
        thrown.disabled = store.selectedBody === null || !store.scene?.bodies[store.selectedBody]?.moves
        for (const control of [gravity, friction.input, restitution.input]) control.disabled = !store.drives
    }
    store.on(['world', 'selection', 'scene', 'people'], update)
    update()
    return box
}

let wayOfView: () => [number, number, number] = () => [0, 1, 0]
export function lookingAlong(way: () => [number, number, number]): void {
    wayOfView = way
}

function throwSelected(store: Store): void {
    const { selectedBody: body, scene } = store
    if (body === null || !scene) return
    const [x, y, z] = wayOfView(), speed = 0.5 * scene.size
    void store.ask('throw', { body, velocity: [x * speed, y * speed, z * speed] })
}

export function contacts(store: Store): HTMLElement {
    const count = h('span.count.num'), list = h('div.scroll.contact-list'), head = h('div.head', {}, 'Contacts', count, h('span.grow'), h('span.count', {}, 'live'))
    const box = h('section.section', { 'aria-label': 'Contacts' }, head, list)
    let key = ''
    const update = throttled(() => {
        const all = heldContacts(store.frame?.contacts ?? [])
        box.hidden = !store.scene
        const rows = all.slice(0, 12).map(({ bodies, faces, distance }) => {
            const face = (k: number) => (faces[k] === none ? '' : store.assembly?.faceName(bodies[k], faces[k]) ?? '')
            return { who: `${store.partName(bodies[0], faces[0])} \u2013 ${store.partName(bodies[1], faces[1])}`, where: `${face(0)} \u2013 ${face(1)}`, far: `${length(distance)} ${store.unit}` }
        })
        const now = JSON.stringify(rows)
        if (now === key) return
        key = now
        setText(count, String(all.length))
        fill(list, ...rows.map((row, k) => h('div.contact', {}, h('span.ball', {}, String(k + 1)), h('span.cut', { title: row.who }, row.who, h('small', {}, row.where)), h('span.num', {}, row.far))),
            all.length > 12 ? h('div.empty', {}, `and ${all.length - 12} more`) : !all.length ? h('div.empty', {}, 'Nothing is held. What the part touches appears here.') : null)
    }, 100)
    store.on(['frame', 'scene'], update)
    update()
    return box
}

type Filter = 'all' | 'open' | 'accepted' | 'ignored'

export class ClashList {
    readonly element = h('section.clashes', { 'aria-label': 'Clashes' })
    private filter: Filter = 'open'
    private selected: string | null = null
    private readonly chips = h('div.chips')
    private readonly list = h('div.scroll')
    private readonly count = h('span.count.num')
    private readonly review = h('div.review')
    private readonly stale = h('div.stale')
    private readonly within = h('input.field', { type: 'text', inputmode: 'decimal', placeholder: '0', title: 'How near counts as a clash; Enter checks', 'aria-label': 'Clearance of the clash list', onkeydown: (e: KeyboardEvent) => {
        e.stopPropagation()
        if (e.key === 'Enter') this.check()
    } })

    constructor(private readonly store: Store, private readonly stage: Stage) {
        const check = h('button.button', { title: 'Looks for clashes as everything stands now', onclick: () => this.check() }, 'Check')
        this.element.append(h('div.head', {}, 'Clashes', this.count, h('span.grow'), h('span.count', {}, 'within'), this.within, check), this.chips, this.list, this.review, this.stale)
        this.stale.append(mark('near'), h('span.grow', {}, 'Stale: something moved since.'), h('button.link', { onclick: () => this.check() }, 'Check again'))
        store.on(['clashes', 'scene', 'people'], () => this.update())
        this.update()
    }

    check(): void {
        const text = this.within.value.trim(), clearance = Number(text.replace(',', '.'))
        if (text !== '' && !(clearance >= 0)) return this.store.say({ kind: 'error', title: `\u201c${text}\u201d is no distance.`, text: 'Type a number of 0 or more, or nothing.' })
        void this.store.ask('find_clashes', text === '' ? {} : { clearance })
    }

    /** Page Down and Up. */
    step(by: 1 | -1): void {
        const shown = this.shown()
        if (!shown.length) return
        const at = shown.findIndex((clash) => keyOf(clash) === this.selected)
        this.choose(shown[(at + by + shown.length) % shown.length])
    }

    private shown(): Clash[] {
        return (this.store.clashes?.clashes ?? []).filter((clash) => this.filter === 'all' || kindOf(clash) === this.filter)
    }

    private choose(clash: Clash | null): void {
        this.selected = clash ? keyOf(clash) : null
        this.stage.focus(clash ? clash.bodies : null, clash?.point ?? null)
        this.update()
    }

    private update(): void {
        const { scene } = this.store
        const clashes = this.store.clashes?.checked === null ? null : this.store.clashes
        this.element.hidden = !scene
        this.stale.hidden = !clashes?.stale
        setText(this.count, clashes ? String(clashes.clashes.length) : '')
        if (!clashes) {
            fill(this.chips)
            this.review.hidden = true
            return fill(this.list, h('div.empty', {}, 'Not checked yet. Check lists what clashes, touches, or is too near.'))
        }
        const number = (filter: Filter) => clashes.clashes.filter((clash) => filter === 'all' || kindOf(clash) === filter).length
        fill(this.chips, ...(['all', 'open', 'accepted', 'ignored'] as const).map((filter) => h('button.chip.num', { 'aria-pressed': String(filter === this.filter), onclick: () => {
            this.filter = filter
            this.update()
        } }, `${filter[0].toUpperCase()}${filter.slice(1)} ${number(filter)}`)))
        const groups: [string, Clash[]][] = [['With what moves', []], ['Among fixed parts', []]]
        for (const clash of this.shown()) groups[clash.bodies.some((body) => scene!.bodies[body]?.moves) ? 0 : 1][1].push(clash)
        fill(this.list, ...groups.filter(([, own]) => own.length).flatMap(([word, own]) => [h('div.group', {}, h('b', {}, word), String(own.length)), ...own.slice(0, 400).map((clash) => this.row(clash))]),
            !clashes.clashes.length ? h('div.empty', {}, `Nothing clashes. ${(clashes.checked ?? 0).toLocaleString('en-US')} pairs checked.`) : !this.shown().length ? h('div.empty', {}, 'None of this kind.') : null)
        this.writeReview()
    }

    private row(clash: Clash): HTMLElement {
        const names = clash.bodies.map((body) => this.store.bodyName(body)).join(' \u2013 ')
        const deep = clash.penetration ? `${length(clash.penetration[1])} ${this.store.unit} deep` : clash.kind.replaceAll('_', ' ')
        const row = h('button.clash', { onclick: () => this.choose(keyOf(clash) === this.selected ? null : clash), title: names }, mark(markOf(clash)),
            h('span.cut', {}, names, h('small', {}, clash.comment ? `${deep} \u00b7 ${clash.comment}` : deep)), h('span.last', {}, h('span.num', {}, `${length(clash.distance)} ${this.store.unit}`), h('small', {}, clash.gone ? 'gone' : kindOf(clash))))
        toggle(row, 'selected', keyOf(clash) === this.selected)
        toggle(row, 'gone', clash.gone)
        return row
    }

    private writeReview(): void {
        const clash = this.store.clashes?.clashes.find((one) => keyOf(one) === this.selected)
        this.review.hidden = !clash
        if (!clash || this.review.contains(document.activeElement) && document.activeElement instanceof HTMLTextAreaElement) return
        const kind = kindOf(clash), { bodies } = clash
        const set = async (to: 'open' | 'accepted' | 'ignored') => {
            if (kind === 'ignored' && to !== 'ignored') await this.store.ask('ignore', { bodies, on: false })
            if (to === 'ignored') await this.store.ask('ignore', { bodies, on: true })
            else await this.store.ask('review_clash', { bodies, status: to })
        }
        const button = (to: 'open' | 'accepted' | 'ignored', word: string) => h('button', { 'aria-pressed': String(kind === to), onclick: () => void set(to) }, word)
        const comment = h('textarea', { placeholder: 'A comment, saved with the scene', 'aria-label': 'Comment', onkeydown: (e: Event) => e.stopPropagation(),
            onchange: () => void this.store.ask('review_clash', { bodies, status: clash.status, comment: comment.value }) })
        comment.value = clash.comment
        fill(this.review, h('div.pair', {}, h('div.seg', {}, button('open', 'Open'), button('accepted', 'Accepted'), button('ignored', 'Ignored')), h('button.small', { title: 'Show everything again', 'aria-label': 'Show everything again', onclick: () => this.choose(null) }, icon('close'))), comment)
    }
}

function keyOf({ bodies }: Clash): string {
    return bodies.join('/')
}

function kindOf(clash: Clash): Exclude<Filter, 'all'> {
    return clash.ignored ? 'ignored' : clash.status
}

function markOf(clash: Clash): Mark {
    if (clash.ignored) return 'ignored'
    return /intersect|inside|overlap|penetrat/.test(clash.kind) ? 'clash' : /contact|touch/.test(clash.kind) ? 'contact' : 'near'
}
