// The parts: moving bodies first, their parts beneath them; only the rows in sight are elements.

import { fill, h, setText, throttled, toggle } from './dom'
import { icon, mark } from './icons'
import type { Stage } from './stage'
import type { Store } from './store'
import { count, length, plain } from './words'

interface Row {
    kind: 'body' | 'part'
    body: number
    instance: number | null
    name: string
    parts: number
    top: number
}

const openUpTo = 200  // bodies with more parts begin closed

export class Tree {
    readonly element = h('nav.panel.tree', { 'aria-label': 'Parts' })
    private readonly scroll = h('div.scroll', { tabindex: 0, role: 'tree', 'aria-label': 'Parts' })
    private readonly rows = h('div.rows')
    private readonly count = h('span.count.num')
    private readonly foot = h('div.foot.num', {}, h('span'), h('span'))
    readonly search = h('input', { placeholder: 'Find a part', 'aria-label': 'Find a part', type: 'search' })
    private list: Row[] = []
    private readonly closed = new Set<number>()
    private wanted = ''
    private touching = new Set<number>()
    private cursor = -1

    constructor(private readonly store: Store, private readonly stage: Stage) {
        const tool = (name: string, title: string, run: () => void) => h('button.small', { title, 'aria-label': title, onclick: run }, icon(name))
        this.element.append(
            h('div.head', {}, 'Parts', this.count, h('span.grow'), tool('isolate', 'Isolate (I)', () => stage.isolate()), tool('glass', 'Others transparent (T)', () => stage.dim()), tool('eye', 'Show all (Shift H)', () => stage.showAll())),
            h('label.search', {}, icon('search'), this.search, h('kbd', {}, '/')), this.scroll, this.foot)
        this.scroll.append(this.rows)
        this.search.addEventListener('input', () => {
            this.wanted = this.search.value.trim().toLowerCase()
            this.build()
        })
        this.search.addEventListener('keydown', (e) => {
            e.stopPropagation()
            if (e.key === 'Escape') {
                this.search.value = this.wanted = ''
                this.build()
                this.search.blur()
            }
            if (e.key === 'Enter' && this.list.length) this.choose(this.list.find((row) => row.kind === 'part') ?? this.list[0])
            if (e.key === 'ArrowDown') this.scroll.focus()
        })
        this.scroll.addEventListener('scroll', () => this.draw(), { passive: true })
        this.scroll.addEventListener('keydown', (e) => this.key(e))
        new ResizeObserver(() => this.draw()).observe(this.scroll)
        let shown = -1
        store.on('scene', () => {
            if (store.scene?.scene === shown && store.assembly) return this.build()
            shown = store.assembly ? store.scene?.scene ?? -1 : -1
            this.closed.clear()
            store.assembly?.partsOfBody.forEach((parts, body) => parts.length > openUpTo && this.closed.add(body))
            this.search.value = this.wanted = ''
            this.build()
        })
        store.on(['selection', 'looks'], () => {
            if (store.selected !== null) this.reveal()
            this.draw()
        })
        store.on('frame', throttled(() => this.readContacts(), 150))
    }

    private build(): void {
        const { scene, assembly } = this.store
        this.list = []
        if (scene && assembly) {
            const order = scene.bodies.map((_, k) => k).sort((a, b) => Number(scene.bodies[b].moves) - Number(scene.bodies[a].moves) || a - b)
            for (const body of order) {
                const parts = assembly.partsOfBody[body], name = plain(scene.bodies[body].name)
                const found = parts.length > 1 ? parts.filter((k) => plain(assembly.parts[k].name).toLowerCase().includes(this.wanted)) : []
                if (this.wanted && !name.toLowerCase().includes(this.wanted) && !found.length) continue
                this.list.push({ kind: 'body', body, instance: parts.length === 1 ? parts[0] : null, name, parts: parts.length, top: 0 })
                if (this.closed.has(body) && !this.wanted) continue
                for (const k of found) this.list.push({ kind: 'part', body, instance: k, name: plain(assembly.parts[k].name), parts: 1, top: 0 })
            }
        }
        setText(this.count, assembly ? count(assembly.parts.length) : '')
        const triangles = scene ? scene.bodies.reduce((sum, { mesh }) => sum + scene.meshes[mesh].triangles, 0) : 0
        setText(this.foot.children[0], scene ? `${count(triangles)} triangles` : '')
        setText(this.foot.children[1], scene?.deviation ? `facets \u00b1${length(scene.deviation)} ${scene.unit}` : '')
        this.draw()
    }

    private get rowHeight(): number {
        return parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 26
    }

    private draw(): void {
        const tall = this.rowHeight
        this.rows.style.height = `${this.list.length * tall}px`
        if (!this.list.length && this.store.assembly) return fill(this.rows, h('div.empty', {}, `No part is named \u201c${this.search.value.trim()}\u201d.`))
        const first = Math.max(0, Math.floor(this.scroll.scrollTop / tall) - 4)
        const last = Math.min(this.list.length, Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / tall) + 4)
        const rows: HTMLElement[] = []
        for (let k = first; k < last; k++) rows.push(this.row(this.list[k], k, tall))
        fill(this.rows, ...rows)
    }

    private row(row: Row, index: number, tall: number): HTMLElement {
        const { store, stage } = this
        const info = store.scene!.bodies[row.body], own = row.instance !== null ? [row.instance] : store.assembly!.partsOfBody[row.body]
        const off = own.every((k) => stage.hidden.has(k)), locked = !info.moves
        const isSelected = row.kind === 'part' ? store.selected === row.instance : store.selectedBody === row.body && (row.parts === 1 || !locked)
        const colour = store.assembly!.scene.instances[own[0]]?.color ?? 0x888888
        const open = row.kind === 'body' && row.parts > 1
        const element = h('div.row', {
            role: 'treeitem', 'aria-level': row.kind === 'body' ? 1 : 2, 'aria-selected': String(isSelected), style: `top: ${index * tall}px`, title: info.name === row.name ? row.name : `${info.name}${row.kind === 'part' ? ` / ${row.name}` : ''}`,
            onclick: () => this.choose(row), ondblclick: () => stage.viewer.rig.fit(stage.viewer.boxOf(own)),
        },
        open ? h(this.closed.has(row.body) && !this.wanted ? 'button.twist' : 'button.twist.open', { tabindex: -1, 'aria-label': this.closed.has(row.body) ? 'Open' : 'Close', onclick: (e: Event) => this.twist(e, row.body) }, icon('right')) : row.kind === 'body' ? h('span', { style: 'width: 16px' }) : null,
        h('span.swatch', { style: `background: #${colour.toString(16).padStart(6, '0')}` }),
        row.kind === 'body' ? h('b.cut', {}, ...this.lit(row.name)) : h('span.cut', {}, ...this.lit(row.name)),
        row.parts > 1 ? h('span.tag.num', {}, String(row.parts)) : null, h('span.grow'),
        row.kind === 'body' && info.moves ? h('span.tag', {}, 'moving') : null,
        row.kind === 'body' && locked && row.parts > 1 ? h('span.tag', {}, 'fixed', icon('lock')) : null,
        own.some((k) => this.touching.has(k)) && (row.kind === 'part' || row.parts === 1 || this.closed.has(row.body)) ? mark('contact') : null,
        h('button.eye', { tabindex: -1, 'aria-label': off ? `Show ${row.name}` : `Hide ${row.name}`, onclick: (e: Event) => {
            e.stopPropagation()
            stage.hide(own, !off)
        } }, icon(off ? 'eye-off' : 'eye')))
        toggle(element, 'child', row.kind === 'part')
        toggle(element, 'selected', isSelected)
        toggle(element, 'kin', !isSelected && row.kind === 'part' && store.selectedBody === row.body && info.moves)
        toggle(element, 'off', off)
        if (index === this.cursor && document.activeElement === this.scroll) element.style.outline = '1px solid var(--accent)'
        return element
    }

    private lit(name: string): (Node | string)[] {
        const at = this.wanted ? name.toLowerCase().indexOf(this.wanted) : -1
        return at < 0 ? [name] : [name.slice(0, at), h('mark', {}, name.slice(at, at + this.wanted.length)), name.slice(at + this.wanted.length)]
    }

    private choose(row: Row): void {
        this.cursor = this.list.indexOf(row)
        if (row.instance !== null) this.store.select(row.instance)
        else this.store.selectBody(row.body)
    }

    private twist(event: Event, body: number): void {
        event.stopPropagation()
        this.closed.has(body) ? this.closed.delete(body) : this.closed.add(body)
        this.build()
    }

    private reveal(): void {
        const at = this.list.findIndex((row) => row.instance === this.store.selected)
        if (at < 0) return
        const tall = this.rowHeight, top = at * tall
        if (top < this.scroll.scrollTop) this.scroll.scrollTop = top
        else if (top + tall > this.scroll.scrollTop + this.scroll.clientHeight) this.scroll.scrollTop = top + tall - this.scroll.clientHeight
    }

    private key(event: KeyboardEvent): void {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        const row = this.list[this.cursor]
        if (step) {
            this.cursor = Math.max(0, Math.min(this.list.length - 1, this.cursor + step))
            this.choose(this.list[this.cursor])
        } else if (row && row.parts > 1 && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
            event.key === 'ArrowRight' ? this.closed.delete(row.body) : this.closed.add(row.body)
            this.build()
        } else return
        event.preventDefault()
        event.stopPropagation()
    }

    private readContacts(): void {
        const now = new Set<number>()
        for (const { bodies, faces, push } of this.store.frame?.contacts ?? []) {
            if (push > 0) bodies.forEach((body, k) => {
                const instance = this.store.assembly?.instanceOfFace(body, faces[k])
                if (instance !== null && instance !== undefined) now.add(instance)
            })
        }
        if (now.size === this.touching.size && [...now].every((k) => this.touching.has(k))) return
        this.touching = now
        this.draw()
    }
}
