// The view: the scene as the server says it stands, with what a hand at work must see: ghost, spring, contacts, distances.

import { Box3, Quaternion, Vector3 } from 'three'
import { h, setText, throttled, toggle } from './dom'
import { icon } from './icons'
import { Mouse } from './mouse'
import { none, type FrameContact, type Vec3 } from './protocol'
import { keep, settings } from './settings'
import type { Store } from './store'
import { darkTheme, lightTheme, ViewCube, Viewer, type ContactMark, type ViewerHit } from './viewer'
import { aligned } from './align'
import { numbersOf, poseFrom } from './assemble'
import { length } from './words'

const ghostFromPixels = 3

export class Stage {
    readonly element = h('section.view', { 'aria-label': '3D view' })
    readonly host = h('div.stage', { tabindex: 0, role: 'application', 'aria-label': 'Scene. Drag a part to move it; keys: question mark.' })
    readonly viewer: Viewer
    readonly mouse: Mouse
    dimmed = false
    isolated: Set<number> | null = null
    readonly hidden = new Set<number>()
    focusPair: [number, number] | null = null
    measureKind: 'point' | 'face' | 'body' = 'face'
    onMenu: (x: number, y: number, hit: ViewerHit | null) => void = () => {}
    onLooks: () => void = () => {}
    private readonly cube: ViewCube
    private readonly triad = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    private readonly ruler = h('div.ruler', { 'aria-hidden': true }, h('span', {}), h('i'))
    private readonly contactLabel = h('div.label')
    private readonly ghostLabel = h('div.label')
    private readonly measureLabel = h('div.label')
    private readonly hand = h('div.hand', {}, icon('hand'), 'Drag me')
    private readonly section = this.sectionBar()
    private readonly measureBar = this.measuringBar()
    private readonly alignHint = h('span.t2', {})
    private readonly alignBar = this.aligningBar()
    private measuring: { hit: ViewerHit } | null = null
    private measured: { points: [Vec3, Vec3]; text: string } | null = null
    private hovered: number | null = null
    private shownScene = -1
    private litKey = ''

    constructor(private readonly store: Store) {
        this.element.append(this.host)
        this.viewer = new Viewer(this.host)
        this.cube = new ViewCube((view) => this.viewer.rig.fit(this.viewer.boxesOf(), view))
        this.triad.setAttribute('class', 'triad')
        this.triad.setAttribute('viewBox', '-38 -38 76 76')
        this.triad.setAttribute('aria-hidden', 'true')
        this.element.append(this.triad, this.ruler, this.corner(), this.contactLabel, this.ghostLabel, this.measureLabel, this.hand, this.section, this.measureBar, this.alignBar)
        for (const label of [this.contactLabel, this.ghostLabel, this.measureLabel, this.hand]) label.hidden = true
        this.mouse = new Mouse(this.host, this.viewer, store, {
            onMenu: (x, y, hit) => this.onMenu(x, y, hit),
            onMeasure: (hit) => void this.measureAt(hit),
            onAlign: (hit) => void this.alignAt(hit),
            onHover: (hit) => this.hover(hit),
        })
        this.viewer.onDrawn = () => this.afterDrawing()
        this.viewer.rig.perspective = settings.perspective
        store.on('scene', () => this.takeScene())
        store.on('frame', () => this.takeFrame())
        store.on(['selection', 'looks'], () => this.applyLooks())
        store.on(['selection', 'tool', 'world', 'people'], () => this.placeGizmo())
        store.on('tool', () => this.takeTool())
        store.on('connection', () => {
            toggle(this.element, 'lost', store.connection === 'lost')
            if (store.connection !== 'open') this.mouse.abandon()
        })
        store.on('settings', () => this.applySettings())
        this.applySettings()
    }

    applySettings(): void {
        this.viewer.setTheme(settings.theme === 'dark' ? darkTheme : lightTheme)
        this.viewer.setEdges(settings.edges)
        this.viewer.rig.perspective = settings.perspective
        this.viewer.request()
    }

    togglePerspective(): void {
        keep({ perspective: !settings.perspective })
        this.store.changed('settings')
    }

    toggleSection(): void {
        this.viewer.section.state.on = !this.viewer.section.state.on
        this.section.hidden = !this.viewer.section.state.on
        this.viewer.applySection()
        this.store.changed('tool')
    }

    fitAll(): void {
        this.viewer.rig.fit(this.viewer.boxesOf())
    }

    fitSelected(): void {
        const own = this.store.selectedBody === null ? [] : this.store.assembly?.partsOfBody[this.store.selectedBody] ?? []
        this.viewer.rig.fit(own.length ? this.viewer.boxesOf(own) : this.viewer.boxesOf())
    }

    /** Shows a pair of bodies and a place between them; all others become glass. */
    focus(pair: [number, number] | null, at: Vec3 | null): void {
        this.focusPair = pair
        this.applyLooks()
        if (!pair || !this.store.assembly) return
        const box = new Box3()
        if (at) {
            const sizes = pair.map((body) => this.viewer.boxOf(this.store.assembly!.partsOfBody[body]).getSize(new Vector3()).length())
            const near = Math.max(0.3 * Math.min(...sizes), 0.02 * Math.max(...sizes))
            box.setFromCenterAndSize(new Vector3(...at), new Vector3(near, near, near))
        } else {
            for (const body of pair) box.union(this.viewer.boxOf(this.store.assembly.partsOfBody[body]))
        }
        this.viewer.rig.fit(box)
    }

    hide(instances: number[], hide: boolean): void {
        for (const k of instances) hide ? this.hidden.add(k) : this.hidden.delete(k)
        this.store.changed('looks')
    }

    showAll(): void {
        this.hidden.clear()
        this.isolated = null
        this.dimmed = false
        this.focusPair = null
        this.store.changed('looks')
    }

    selection(): number[] {
        const { selectedBody: body, selected, assembly } = this.store
        if (!assembly || body === null) return []
        return this.store.scene!.bodies[body].moves || selected === null ? assembly.partsOfBody[body] : [selected]
    }

    isolate(): void {
        const own = this.selection()
        this.isolated = this.isolated || !own.length ? null : new Set(own)
        this.store.changed('looks')
    }

    dim(): void {
        this.dimmed = !this.dimmed
        this.store.changed('looks')
    }

    applyLooks(): void {
        const { assembly, selectedBody, selected } = this.store
        if (!assembly) return
        const chosen = new Set(this.selection())
        for (const { instance, body } of assembly.parts) {
            const hidden = this.hidden.has(instance) || (this.isolated !== null && !this.isolated.has(instance))
            const dim = (this.dimmed && selectedBody !== null && !chosen.has(instance)) || (this.focusPair !== null && !this.focusPair.includes(body))
            this.viewer.setLook(instance, { hidden, dim, selected: chosen.has(instance) || instance === selected, hovered: instance === this.hovered })
        }
        this.onLooks()
    }

    takeTool(): void {
        const { tool } = this.store
        toggle(this.element, 'measuring', tool === 'measure' || tool === 'align')
        this.measureBar.hidden = tool !== 'measure'
        this.alignBar.hidden = tool !== 'align'
        if (tool !== 'measure') this.clearMeasured()
        this.viewer.gizmo.kind = tool === 'turn' ? 'turn' : 'move'
        this.viewer.request()
    }

    clearMeasured(): boolean {
        const any = this.measured !== null || this.measuring !== null
        this.measuring = null
        this.measured = null
        setText(this.alignHint, 'click a face of the part that shall move')
        this.viewer.marks.setMeasured(null, null)
        this.measureLabel.hidden = true
        this.viewer.setLit([])
        this.litKey = ''
        this.viewer.request()
        return any
    }

    private takeScene(): void {
        const { scene, assembly } = this.store
        if (!scene || !assembly) {
            if (!scene) this.shownScene = -1
            return
        }
        if (this.shownScene === scene.scene) return this.placeGizmo()
        this.shownScene = scene.scene
        this.hidden.clear()
        this.isolated = this.focusPair = null
        this.dimmed = false
        this.clearMeasured()
        this.viewer.section.state.on = false
        this.section.hidden = true
        this.viewer.setScene(assembly.scene)
        this.viewer.applySection()
        this.viewer.rig.fit(this.viewer.boxesOf(), 'home', 0)
        this.applyLooks()
        this.placeGizmo()
        this.hand.hidden = settings.greeted || scene.bodies.length < 2
    }

    private takeFrame(): void {
        const { frame, assembly } = this.store
        if (!frame || !assembly) return
        for (const { body, pose } of frame.poses) if (body < assembly.scene.bodies.length) this.viewer.setPose(body, poseFrom(pose))
        const lag = frame.grabbed ? frame.lag / this.viewer.rig.unitsPerPixel(new Vector3(...frame.grabbedAt)) : 0
        const ghost = frame.grabbed && lag > ghostFromPixels
        this.viewer.setGhost(ghost ? frame.body : null, ghost ? poseFrom(frame.wanted) : null)
        this.viewer.marks.setSpring(ghost ? new Vector3(...frame.grabbedAt) : null, ghost ? new Vector3(...frame.wantedAt) : null)
        const touching = heldContacts(frame.contacts)
        const failing = frame.replay ? this.failingAt(frame.path, frame.stop) : []
        this.viewer.setContacts([...failing, ...touching.map(({ points, normal }) => ({ point: points[0], normal, label: '' }))])
        this.lightFaces(touching)
        if (frame.grabbed && !settings.greeted) {
            keep({ greeted: true })
            this.hand.hidden = true
        }
        toggle(this.element, 'replay', frame.replay)
        this.writeLabels(touching, ghost)
        this.placeGizmo()
    }

    // Where a path that was checked touches, as soon as its replay is there.
    private failingAt(path: number, stop: number): ContactMark[] {
        const { timeline } = this.store
        if (timeline?.path !== path) return []
        return timeline.marks.flatMap(({ from, until, kind, point }) => (kind === 'contact' && point && stop >= from - 1 && stop <= until + 1 ? [{ point, normal: [0, 0, 1] as Vec3, label: '' }] : []))
    }

    private lightFaces(contacts: FrameContact[]): void {
        if (this.measuring || this.measured) return
        const lit = new Map<string, { instance: number; face: number }>()
        for (const { bodies, faces } of contacts.slice(0, 12)) {
            bodies.forEach((body, k) => {
                if (faces[k] === none) return
                const instance = this.store.assembly!.instanceOfFace(body, faces[k])
                if (instance !== null) lit.set(`${instance}/${faces[k]}`, { instance, face: faces[k] })
            })
        }
        const key = [...lit.keys()].join(' ')
        if (key === this.litKey) return
        this.litKey = key
        this.viewer.setLit([...lit.values()])
    }

    private writeLabels = (() => {
        let contacts: FrameContact[] = [], ghost = false
        const write = throttled(() => {
            const nearest = contacts[0], frame = this.store.frame
            this.contactLabel.hidden = !nearest
            if (nearest) {
                this.contactLabel.replaceChildren(...nearest.bodies.flatMap((body, k) => {
                    const face = nearest.faces[k] === none ? '' : this.store.assembly?.faceName(body, nearest.faces[k]) ?? ''
                    const part = this.store.partName(body, nearest.faces[k])
                    return [h('b', {}, part), face === part ? '' : ` ${face}`, ...(k === 0 ? [h('br')] : [])]
                }), h('span.num', { style: 'margin-left: 12px' }, `${length(nearest.distance)} ${this.store.unit}`))
            }
            this.ghostLabel.hidden = !ghost
            if (ghost && frame) setText(this.ghostLabel, `wanted, ${length(frame.lag, frame.lag < 10 ? 1 : 0)} ${this.store.unit} away${this.mouse.holding ? `, ${this.mouse.holding}` : ''}`)
            this.viewer.request()
        }, 100)
        return (newest: FrameContact[], shown: boolean) => {
            contacts = newest
            ghost = shown
            write()
        }
    })()

    private placeGizmo(): void {
        const { selectedBody: body, scene, frame, tool } = this.store
        const shown = body !== null && scene !== null && this.store.mayGrab(body) && (scene.bodies[body].moves || !scene.bodies.some(({ moves }) => moves)) && this.store.drives && tool !== 'measure' && this.mouse.mode !== 'drag' && !frame?.replay
        if (!shown) return this.viewer.gizmo.set(null, new Quaternion())
        const matrix = this.viewer.bodyMatrix(body)
        if (!matrix) return
        const centre = new Vector3(...(scene.bodies[body].centre ?? [0, 0, 0])).applyMatrix4(matrix)
        const turned = settings.frame === 'part' ? new Quaternion().setFromRotationMatrix(matrix) : new Quaternion()
        this.viewer.gizmo.set(centre, turned)
        this.viewer.request()
    }

    private hover(hit: ViewerHit | null): void {
        const instance = hit ? hit.instance : null
        if (instance === this.hovered) return
        if (this.hovered !== null && this.hovered < (this.store.assembly?.parts.length ?? 0)) this.viewer.setLook(this.hovered, { hovered: false })
        this.hovered = instance
        if (instance !== null) this.viewer.setLook(instance, { hovered: true })
    }

    private async measureAt(hit: ViewerHit | null): Promise<void> {
        if (!hit) return void this.clearMeasured()
        if (this.measured) this.clearMeasured()
        const lit = (picked: ViewerHit) => (this.measureKind === 'face' && picked.face !== null ? [{ instance: picked.instance, face: picked.face }] : [])
        if (!this.measuring) {
            this.measuring = { hit }
            this.viewer.setLit(lit(hit))
            this.viewer.marks.setMeasured(hit.point, hit.point)
            return this.viewer.request()
        }
        const first = this.measuring.hit
        const side = (picked: ViewerHit) => this.measureKind === 'point' ? { point: picked.point.toArray() } : this.measureKind === 'face' && picked.face !== null ? { body: picked.body, face: picked.face } : { body: picked.body }
        const done = await this.store.ask('measure', { a: side(first), b: side(hit) })
        this.measuring = null
        if (!done) return void this.clearMeasured()
        const [lo, hi] = done.distance as [number, number], points = done.points as [Vec3, Vec3]
        const spread = hi - lo > 1e-6 * hi ? ` (between ${length(lo, 4)} and ${length(hi, 4)})` : ''
        this.measured = { points, text: `${length(hi, hi < 1000 ? 3 : 1)} ${this.store.unit}${spread}` }
        this.viewer.setLit([...lit(first), ...lit(hit)])
        this.viewer.marks.setMeasured(new Vector3(...points[0]), new Vector3(...points[1]))
        setText(this.measureLabel, this.measured.text)
        this.measureLabel.hidden = false
        this.viewer.request()
    }

    // Snap: a face of a part goes to a face of another; flat ones lie on each other, round ones share their axis.
    private async alignAt(hit: ViewerHit | null): Promise<void> {
        const { store } = this
        if (!hit || hit.face === null) return void this.clearMeasured()
        const lit = (picked: ViewerHit) => (picked.face !== null ? [{ instance: picked.instance, face: picked.face }] : [])
        const first = this.measuring?.hit
        if (!first) {
            if (!store.mayGrab(hit.body) && store.scene!.bodies.some(({ moves }) => moves)) return store.say({ kind: 'info', title: 'This part stands.', text: 'First click a face of the part that shall move.' })
            this.measuring = { hit }
            setText(this.alignHint, 'and now where it shall go')
            this.viewer.setLit(lit(hit))
            return this.viewer.request()
        }
        this.clearMeasured()
        if (first.body === hit.body) return store.say({ kind: 'info', title: 'Both faces are of the same part.', text: 'Click a face of another part.' })
        const pose = aligned(this.viewer, first, hit)
        if (!pose) return store.say({ kind: 'info', title: 'These faces do not fit together.', text: 'Take flat or round ones.' })
        this.viewer.setLit([...lit(first), ...lit(hit)])
        const done = await store.ask('place', { body: first.body, pose: numbersOf(pose) })
        this.viewer.setLit([])
        if (!done) return
        const by = (done.stopped_by as number[] | undefined)?.map((other) => store.bodyName(other)).join(', ')
        if (done.reached === false) store.say({ kind: 'contact', title: `Stopped${by ? ` by ${by}` : ''}.`, text: 'The part went as far as it can.' })
    }

    private aligningBar(): HTMLElement {
        const bar = h('div.card.sectionbar', { role: 'toolbar', 'aria-label': 'Snap' }, icon('magnet'), 'Snap', this.alignHint)
        bar.hidden = true
        return bar
    }

    private afterDrawing(): void {
        this.cube.update(this.viewer.rig)
        this.drawTriad()
        this.drawRuler()
        const { frame } = this.store
        const nearest = frame ? heldContacts(frame.contacts)[0] : undefined
        if (nearest && !this.contactLabel.hidden) this.placeLabel(this.contactLabel, new Vector3(...nearest.points[0]), -30, 34, 'left')
        if (frame && !this.ghostLabel.hidden) this.placeLabel(this.ghostLabel, new Vector3(...frame.wantedAt), 0, -34, 'middle')
        if (this.measured) this.placeLabel(this.measureLabel, new Vector3(...this.measured.points[0]).add(new Vector3(...this.measured.points[1])).divideScalar(2), 0, -28, 'middle')
        if (!this.hand.hidden) this.placeHand()
    }

    private placeHand(): void {
        const { scene, assembly } = this.store
        const first = Math.max(0, scene?.bodies.findIndex((body) => body.moves) ?? 0)
        if (!assembly) return
        const middle = this.viewer.boxOf(assembly.partsOfBody[first]).getCenter(new Vector3())
        this.placeLabel(this.hand, middle, 0, 0, 'middle')
    }

    private placeLabel(label: HTMLElement, at: Vector3, dx: number, dy: number, side: 'left' | 'middle'): void {
        const { x, y, visible } = this.viewer.rig.project(at)
        const w = label.offsetWidth, tall = label.offsetHeight
        const inside = x > -20 && y > -20 && x < this.viewer.rig.width + 20 && y < this.viewer.rig.height + 20
        label.style.visibility = visible && inside ? 'visible' : 'hidden'
        const left = Math.min(this.viewer.rig.width - w - 8, Math.max(8, x + dx - (side === 'left' ? w : w / 2)))
        const top = Math.min(this.viewer.rig.height - tall - 8, Math.max(8, y + dy - tall / 2))
        label.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`
    }

    private drawTriad(): void {
        const m = this.viewer.rig.sceneToEye.elements
        const arms = [0, 1, 2].map((k) => ({ k, x: m[4 * k], y: -m[4 * k + 1], z: m[4 * k + 2] })).sort((a, b) => a.z - b.z)
        this.triad.innerHTML = arms.map(({ k, x, y }) => {
            const colour = `var(--g${'xyz'[k]})`
            return `<line x2="${(24 * x).toFixed(1)}" y2="${(24 * y).toFixed(1)}" stroke="${colour}" stroke-width="2.500" stroke-linecap="round"/>` +
                `<text x="${(33 * x).toFixed(1)}" y="${(33 * y).toFixed(1)}">${'XYZ'[k]}</text>`
        }).join('')
    }

    private drawRuler(): void {
        const perPixel = this.viewer.rig.unitsPerPixel(this.viewer.rig.current.focus)
        const target = 110 * perPixel, power = 10 ** Math.floor(Math.log10(target))
        const round = [1, 2, 5, 10].map((k) => k * power).filter((v) => v <= target * 1.0001).at(-1) ?? power
        setText(this.ruler.firstElementChild!, `${length(round, Math.max(0, -Math.floor(Math.log10(round))))} ${this.store.unit}`)
        ;(this.ruler.lastElementChild as HTMLElement).style.width = `${round / perPixel}px`
    }

    private corner(): HTMLElement {
        const button = (name: string, title: string, run: () => void) => h('button.small', { title, 'aria-label': title, onclick: run }, icon(name))
        return h('div.corner', {}, this.cube.element, h('div.card', { role: 'toolbar', 'aria-label': 'View' },
            button('home', 'Home view (0)', () => this.viewer.rig.fit(this.viewer.boxesOf(), 'home')), button('fit', 'Fit all (F)', () => this.fitAll()),
            button('perspective', 'Perspective or parallel (O)', () => this.togglePerspective())))
    }

    private sectionBar(): HTMLElement {
        const apply = () => this.viewer.applySection()
        const slider = h('input', { type: 'range', min: 0, max: 1, step: 0.001, value: 0.5, 'aria-label': 'Place of the section plane', oninput: () => {
            this.viewer.section.state.at = Number(slider.value)
            apply()
            setText(value, `${length(this.viewer.section.position, 1)} ${this.store.unit}`)
        } })
        const value = h('span.num.t2', {})
        const axes = (['x', 'y', 'z'] as const).map((axis) => h('button', { 'aria-pressed': String(axis === 'y'), onclick: () => {
            this.viewer.section.state.axis = axis
            axes.forEach((b, k) => b.setAttribute('aria-pressed', String('xyz'[k] === axis)))
            slider.dispatchEvent(new Event('input'))
        } }, axis.toUpperCase()))
        const flip = h('button.small', { title: 'The other side', 'aria-label': 'Show the other side', onclick: () => {
            this.viewer.section.state.flipped = !this.viewer.section.state.flipped
            apply()
        } }, icon('reverse'))
        const close = h('button.small', { title: 'Close (C)', 'aria-label': 'Close the section', onclick: () => this.toggleSection() }, icon('close'))
        const bar = h('div.card.sectionbar', { role: 'toolbar', 'aria-label': 'Section plane' }, icon('section'), 'Section', h('div.seg', {}, ...axes), slider, value, flip, close)
        bar.hidden = true
        return bar
    }

    private measuringBar(): HTMLElement {
        const kinds = ['point', 'face', 'body'] as const
        const buttons = kinds.map((kind) => h('button', { 'aria-pressed': String(kind === 'face'), onclick: () => {
            this.measureKind = kind
            buttons.forEach((b, k) => b.setAttribute('aria-pressed', String(kinds[k] === kind)))
            this.clearMeasured()
        } }, { point: 'Points', face: 'Faces', body: 'Bodies' }[kind]))
        const bar = h('div.card.sectionbar', { role: 'toolbar', 'aria-label': 'Measure' }, icon('measure'), 'Measure between', h('div.seg', {}, ...buttons), h('span.t2', {}, 'click two'))
        bar.hidden = true
        return bar
    }
}

/** Contacts that hold (or nearly touch), nearest first: one of each pair of faces. */
export function heldContacts(contacts: FrameContact[]): FrameContact[] {
    const seen = new Set<string>()
    return [...contacts].sort((a, b) => b.push - a.push || a.distance - b.distance).filter(({ bodies, faces, points }) => {
        const key = `${bodies}/${faces}/${points[0].map((v) => Math.round(v / 20))}`
        if (seen.has(key)) return false
        seen.add(key)
        return true
    })
}
