// The picture that moves: the viewer, the time bar under it, and the list of parts.

import { Box3, Vector3 } from 'three'
import { darkTheme, lightTheme, Viewer, type Scene } from '../../src/viewer'
import { Curve, timeText } from './curve'
import { poseOf, readShapes, stretchAt, stretchesOf, trackPose, type Finding, type Report, type Stretch } from './data'
import { make, short } from './dom'

export class Stage {
    readonly element: HTMLElement
    readonly stretches: Stretch[]
    readonly curve: Curve | null
    viewer: Viewer | null = null
    at = 0
    private playing = false
    private before = 0
    private readonly host = make('div', { class: 'view', tabindex: '0', role: 'application', 'aria-label': 'the bodies in space: drag to turn, scroll to zoom, right button to shift; arrow keys turn' })
    private readonly slider: HTMLInputElement
    private readonly play: HTMLButtonElement
    private readonly readout = make('output', { class: 'readout', 'aria-live': 'polite' })
    private readonly hidden = new Set<number>()
    private focus: Finding | null = null

    constructor(private readonly report: Report) {
        this.stretches = stretchesOf(report)
        this.curve = this.stretches.length ? new Curve(report, this.stretches, (at) => this.scrub(at)) : null
        this.slider = make('input', { type: 'range', min: '0', max: String(report.segments), step: String(report.segments / 2000), value: '0', 'aria-label': 'time',
            input: () => this.scrub(Number(this.slider.value)) })
        this.play = make('button', { type: 'button', click: () => this.toggle() }, '▶ Play')
        const bar = make('div', { class: 'bar' },
            this.play,
            report.worst ? make('button', { type: 'button', id: 'worst', click: () => this.showWorst() }, 'Tightest spot') : null,
            this.slider, this.readout)
        const tools = make('div', { class: 'tools' },
            make('button', { type: 'button', click: () => this.whole() }, 'All in view'),
            make('button', { type: 'button', click: () => this.release() }, 'Show all parts'),
            this.partList())
        this.element = make('section', { class: 'stage', 'aria-label': 'view' }, this.host, report.segments > 0 ? bar : null, tools, this.curve?.element ?? null)
    }

    async start(): Promise<void> {
        try {
            if (new URLSearchParams(location.search).has('pictures')) throw new Error('pictures are asked for')
            const shapes = await readShapes(this.report)
            const { bodies } = this.report.scene
            const moving = new Set(this.report.tracks.map((track) => track.body))
            const scene: Scene = {
                shapes,
                bodies: bodies.map((body, k) => ({ name: body.name, moving: moving.has(k), pose: poseOf(body.pose) })),
                instances: bodies.map((body, k) => ({ name: body.name, body: k, shape: body.shape, color: body.color, inBody: poseOf([0, 0, 0, 0, 0, 0, 1]) })),
            }
            this.viewer = new Viewer(this.host)
            this.viewer.setScene(scene)
            const dark = matchMedia('(prefers-color-scheme: dark)')
            const paint = (): void => this.viewer?.setTheme(dark.matches ? darkTheme : lightTheme)
            dark.addEventListener('change', paint)
            paint()
            this.hands()
            this.whole(0)
            this.host.dataset.ready = 'yes'
        } catch (problem) {
            this.withoutView(String(problem))
        }
        this.scrub(this.report.worst?.at ?? 0)
    }

    scrub(at: number): void {
        this.at = Math.min(this.report.segments, Math.max(0, at))
        this.slider.value = String(this.at)
        for (const track of this.report.tracks) this.viewer?.setPose(track.body, trackPose(track, this.at))
        this.curve?.show(this.at)
        this.tell()
        this.marks()
    }

    showWorst(): void {
        const worst = this.report.worst
        if (!worst) return
        this.stop()
        this.focus = null
        this.dimAllBut(worst.bodies)
        this.scrub(worst.at)
        this.zoomTo(worst.points.map((p) => new Vector3(...p)), worst.bodies)
    }

    showFinding(finding: Finding): void {
        this.stop()
        this.focus = finding
        this.dimAllBut(finding.bodies)
        this.scrub(finding.at ?? this.at)
        this.zoomTo([new Vector3(...finding.place)], finding.bodies)
        this.host.scrollIntoView({ block: 'nearest' })
    }

    private tell(): void {
        const stretch = stretchAt(this.stretches, this.at)
        const parts = [this.report.segments > 0 ? timeText(this.report, this.at) : '']
        if (stretch) parts.push(`clearance ${short(stretch.lo)} to ${short(stretch.hi)} ${this.report.unit}`)
        this.readout.textContent = parts.filter(Boolean).join(' · ')
    }

    private marks(): void {
        if (!this.viewer) return
        const worst = this.report.worst
        const isWorst = worst !== null && Math.abs(worst.at - this.at) < 1e-9
        this.viewer.setContacts(this.report.findings
            .filter((f) => f === this.focus || (this.focus === null && f.at !== null && Math.abs(f.at - this.at) < 1e-9)).slice(0, 12)
            .map((f) => ({ point: f.place, normal: f.normal, label: String(f.id) })))
        this.viewer.marks.setMeasured(isWorst && !this.focus ? new Vector3(...worst.points[0]) : null, isWorst && !this.focus ? new Vector3(...worst.points[1]) : null)
        this.viewer.request()
    }

    private dimAllBut(bodies: number[]): void {
        this.report.scene.bodies.forEach((_, k) => this.viewer?.setLook(k, { dim: !bodies.includes(k), selected: bodies.includes(k) }))
        this.host.dataset.dimmed = String(this.report.scene.bodies.length - bodies.length)
    }

    private release(): void {
        this.focus = null
        this.hidden.clear()
        this.report.scene.bodies.forEach((_, k) => this.viewer?.setLook(k, { dim: false, selected: false, hidden: false }))
        for (const box of this.element.querySelectorAll<HTMLInputElement>('.parts input')) box.checked = true
        this.host.dataset.dimmed = '0'
        this.marks()
    }

    private whole(duration = 250): void {
        this.viewer?.rig.fit(this.viewer.boxesOf(), 'home', duration)
    }

    private zoomTo(points: Vector3[], bodies: number[]): void {
        if (!this.viewer) return
        const sizes = bodies.map((k) => this.viewer!.boxOf([k]).getSize(new Vector3()).length()).filter((x) => x > 0)
        const near = new Box3().setFromPoints(points).expandByScalar(Math.max(0.12 * Math.min(...sizes), 2 * (points[1] ? points[0].distanceTo(points[1]) : 0)))
        this.viewer.rig.fit(near)
        this.host.dataset.zoomed = String(Number(this.host.dataset.zoomed ?? '0') + 1)
    }

    private toggle(): void {
        if (this.playing) return this.stop()
        this.playing = true
        this.play.textContent = '⏸ Pause'
        if (this.at >= this.report.segments) this.scrub(0)
        this.before = performance.now()
        requestAnimationFrame((now) => this.advance(now))
    }

    private stop(): void {
        this.playing = false
        this.play.textContent = '▶ Play'
    }

    private advance(now: number): void {
        if (!this.playing) return
        const seconds = Math.max(6, Math.min(30, 2 * this.report.segments))
        this.scrub(this.at + ((now - this.before) / 1000 / seconds) * this.report.segments)
        this.before = now
        if (this.at >= this.report.segments) return this.stop()
        requestAnimationFrame((later) => this.advance(later))
    }

    private partList(): HTMLElement {
        const { bodies } = this.report.scene
        const most = 400
        const list = make('ul', {}, ...bodies.slice(0, most).map((body, k) => make('li', {}, make('label', {},
            make('input', { type: 'checkbox', checked: true, change: (event) => {
                const on = (event.target as HTMLInputElement).checked
                if (on) this.hidden.delete(k)
                else this.hidden.add(k)
                this.viewer?.setLook(k, { hidden: !on })
            } }), make('span', { class: 'swatch', style: `background:#${body.color.toString(16).padStart(6, '0')}` }), body.name))))
        if (bodies.length > most) list.append(make('li', {}, `and ${bodies.length - most} more`))
        return make('details', { class: 'parts' }, make('summary', {}, `${bodies.length} parts`), list)
    }

    private hands(): void {
        const { rig } = this.viewer!
        const pivot = (): Vector3 => rig.current.focus
        let last: { x: number; y: number } | null = null
        this.host.addEventListener('contextmenu', (event) => event.preventDefault())
        this.host.addEventListener('pointerdown', (event) => {
            last = { x: event.clientX, y: event.clientY }
            this.host.setPointerCapture(event.pointerId)
        })
        this.host.addEventListener('pointerup', () => { last = null })
        this.host.addEventListener('pointermove', (event) => {
            if (!last) return
            const dx = event.clientX - last.x, dy = event.clientY - last.y
            last = { x: event.clientX, y: event.clientY }
            if (event.buttons & 2 || event.shiftKey) rig.pan(dx, dy, pivot())
            else rig.orbit(dx, dy, pivot())
        })
        this.host.addEventListener('wheel', (event) => {
            if (!event.ctrlKey && document.activeElement !== this.host && !this.host.matches(':hover')) return
            event.preventDefault()
            rig.zoom(Math.exp(0.0015 * event.deltaY), pivot())
        }, { passive: false })
        this.host.addEventListener('keydown', (event) => {
            const turn: Record<string, [number, number]> = { ArrowLeft: [-24, 0], ArrowRight: [24, 0], ArrowUp: [0, -24], ArrowDown: [0, 24] }
            if (event.key in turn) rig.orbit(...turn[event.key], pivot())
            else if (event.key === '+' || event.key === '=') rig.zoom(0.85, pivot())
            else if (event.key === '-') rig.zoom(1.18, pivot())
            else if (event.key === ' ') this.toggle()
            else return
            event.preventDefault()
        })
    }

    private withoutView(why: string): void {
        this.viewer = null
        this.host.replaceChildren(this.report.hero
            ? make('img', { src: this.report.hero, alt: this.report.tightest ?? this.report.sentence })
            : make('p', {}, 'no picture'))
        this.host.classList.add('flat')
        this.host.dataset.ready = 'flat'
        this.host.title = `without WebGL: ${why}`
    }
}
