// Paths and their timeline: what was recorded, what is proved of it, how near it came.

import { fill, h, setText, throttled, toggle } from './dom'
import { icon, mark, type Mark } from './icons'
import { none, type PathInfo, type Timeline } from './protocol'
import type { Stage } from './stage'
import type { Store } from './store'
import { clock, count, length, lengthDown } from './words'

export function paths(store: Store, actions: Actions): HTMLElement {
    const number = h('span.count.num'), list = h('div.scroll')
    const update = () => {
        setText(number, store.paths.paths.length ? String(store.paths.paths.length) : '')
        fill(list, ...store.paths.paths.map((path) => pathRow(store, path)), !store.paths.paths.length
            ? h('div.empty', {}, 'Press ', h('kbd', {}, 'Q'), ', then drag. The way is recorded and proved.') : null)
    }
    store.on(['paths', 'timeline', 'scene'], update)
    update()
    return h('nav.panel.paths', { 'aria-label': 'Paths' }, h('div.head', {}, 'Paths', number, h('span.grow'),
        h('button.small', { title: 'Load a path', 'aria-label': 'Load a path from a file', onclick: () => actions.loadPath() }, icon('plus'))), list)
}

const verdicts: Record<string, { mark: Mark; word: string }> = {
    not_checked: { mark: 'none', word: 'not checked' }, proved: { mark: 'certified', word: 'proved' }, clear: { mark: 'certified', word: 'clear' }, certified: { mark: 'certified', word: 'certified' },
    contact: { mark: 'clash', word: 'touches' }, overlap_at_start: { mark: 'clash', word: 'overlaps at the start' }, undecided: { mark: 'near', word: 'undecided' },
}

function pathRow(store: Store, path: PathInfo): HTMLElement {
    const { mark: glyph, word } = verdicts[path.verdict] ?? verdicts.not_checked
    const live = store.paths.recording && path === store.paths.paths.at(-1) && path.from === 'recorded' && path.verdict === 'not_checked' && false
    const whole = Math.max(1, path.stops - 1), good = path.verdict === 'not_checked' ? 0 : path.proved_until === null ? (/proved|clear|certified/.test(path.verdict) ? 1 : 0) : Math.min(1, path.proved_until / whole)
    const bad = path.verdict === 'contact' || path.verdict === 'overlap_at_start'
    const gap = path.proved_gap !== null && Number.isFinite(path.proved_gap) && good === 1 ? `, ${lengthDown(path.proved_gap)} ${store.unit}` : ''
    const row = h('button.path', { onclick: () => store.showPath(path.path), title: `${path.name}: ${word}${gap}` },
        h('div', {}, mark(live ? 'recording' : glyph), h('span.cut', { style: 'font-weight: 500' }, path.name), h('span.tag.grow.cut', {}, word + gap), h('span.tag.num', {}, clock(path.seconds))),
        h('div.share', {}, h('i', { style: `width: ${100 * good}%; background: var(--green-mark)` }), bad ? h('i', { style: 'width: 3%; background: var(--red-mark)' }) : null))
    toggle(row, 'selected', store.path === path.path)
    return row
}

/** What can be done with a path. */
export class Actions {
    trim: [number, number] | null = null

    constructor(private readonly store: Store, private readonly stage: Stage) {}

    get path(): PathInfo | null {
        return this.store.paths.paths.find(({ path }) => path === this.store.path) ?? null
    }

    record(): void {
        void this.store.ask('record', { on: !this.store.paths.recording })
    }

    play(way: 1 | -1): void {
        const { path } = this
        const { frame } = this.store
        if (!path) return
        if (frame?.replay && frame.path === path.path && this.playing === way) {
            this.playing = 0
            return void this.store.ask('play', { path: path.path, from: frame.stop, speed: 0 })
        }
        const last = path.stops - 1
        let from = frame?.replay && frame.path === path.path ? frame.stop : way > 0 ? 0 : last
        if (way > 0 && from >= last - 1e-6) from = 0
        if (way < 0 && from <= 1e-6) from = last
        this.playing = way
        void this.store.ask('play', { path: path.path, from, speed: way })
    }

    playing: 0 | 1 | -1 = 0

    scrub(stop: number): void {
        const { path } = this
        if (!path) return
        this.playing = 0
        this.at = Math.min(path.stops - 1, Math.max(0, stop))
        this.sendScrub()
    }

    private at = 0
    private readonly sendScrub = throttled(() => {
        if (this.path) this.store.link.tell('scrub', { path: this.path.path, at: this.at })
    }, 40)

    stepBy(stops: number): void {
        const now = this.store.frame?.replay ? this.store.frame.stop : 0
        this.scrub(Math.round(now) + stops)
    }

    live(): boolean {
        if (!this.store.frame?.replay) return false
        this.playing = 0
        void this.store.ask('stop')
        return true
    }

    setTrim(end: 0 | 1): void {
        const { path } = this
        const { frame } = this.store
        if (!path || !frame?.replay) return this.store.say({ kind: 'info', title: 'Go to where the path shall begin or end first.', text: 'Click into the curve, then B or N.' })
        const trim = this.trim ?? [0, path.stops - 1]
        trim[end] = Math.round(frame.stop)
        this.trim = trim[0] < trim[1] ? trim : null
        this.store.changed('timeline')
    }

    async applyTrim(): Promise<void> {
        const { path, trim } = this
        if (!path) return
        if (!trim) return this.store.say({ kind: 'info', title: 'Mark what shall stay first.', text: 'Drag the handles at both ends of the curve, or press B and N.' })
        if (await this.store.ask('trim', { path: path.path, from: trim[0], until: trim[1] })) this.trim = null
    }

    async simplify(): Promise<void> {
        const { path } = this
        const size = this.store.scene?.size ?? 1
        if (!path) return
        const done = await this.store.ask('simplify', { path: path.path, tolerance: 1e-3 * size })
        if (!done) return
        const made = this.store.paths.paths.find((one) => one.path === done.path)
        if (made) this.store.say({ kind: 'good', title: `Simplified: ${count(made.stops)} poses instead of ${count(path.stops)}.`, text: 'Proved again.' })
    }

    async reverse(): Promise<void> {
        if (this.path) await this.store.ask('reverse', { path: this.path.path })
    }

    async remove(): Promise<void> {
        if (this.path) await this.store.ask('delete_path', { path: this.path.path })
    }

    async rename(): Promise<void> {
        const { path } = this
        const name = path && prompt('Name of the path', path.name)?.trim()
        if (path && name) await this.store.ask('rename_path', { path: path.path, name })
    }

    async check(): Promise<void> {
        const { path } = this
        if (!path) return
        if (await this.store.ask('check', { path: path.path })) this.tellVerdict(path.path)
    }

    private tellVerdict(number: number): void {
        const path = this.store.paths.paths.find((one) => one.path === number)
        if (!path) return
        const failing = this.store.timeline?.marks.find(({ kind }) => kind === 'contact')
        if (path.verdict === 'contact') {
            const stop = path.proved_until ?? failing?.from ?? 0
            const between = failing?.bodies ? `: ${failing.bodies.map((body) => this.store.bodyName(body)).join(' and ')}` : ''
            this.store.say({ kind: 'error', title: `Touches at ${clock(this.secondsAt(stop))}${between}.`, text: 'Proved apart until then.', action: { word: 'Go there', run: () => this.goToFailure() } })
        } else if (path.verdict === 'undecided') {
            this.store.say({ kind: 'info', title: 'Not decided.', text: 'Nothing was found, and not everything is proved.' })
        } else if (path.verdict === 'clear' || path.verdict === 'proved' || path.verdict === 'certified') {
            this.store.say({ kind: 'good', title: 'Clear all the way.', text: path.proved_gap !== null ? `Proved gap ${lengthDown(path.proved_gap)} ${this.store.unit}.` : '' })
        }
    }

    goToFailure(): void {
        const failing = this.store.timeline?.marks[0]
        const stop = failing?.from ?? this.path?.proved_until
        if (stop === null || stop === undefined) return
        this.scrub(stop)
        if (failing?.bodies) this.stage.focus(failing.bodies, failing.point)
    }

    async certify(): Promise<void> {
        if (this.store.paths.recording && !(await this.store.ask('record', { on: false }))) return
        const { path } = this
        if (!path) return this.store.say({ kind: 'info', title: 'There is no path yet.', text: 'Press Q, then drag. The way is recorded.' })
        const began = performance.now()
        const done = await this.store.ask('certify', { path: path.path })
        if (!done) return
        if (done.verified !== true) return this.tellVerdict(path.path)
        const seconds = ((performance.now() - began) / 1000).toFixed(seconds_digits(performance.now() - began))
        const size = typeof done.bytes === 'number' ? `, ${bytesText(done.bytes)}` : ''
        this.store.say({
            kind: 'good', title: `Certified. ${count(Number(done.segments ?? path.stops - 1))} motions${typeof done.proved_gap === 'number' ? `, proved gap ${lengthDown(done.proved_gap)} ${this.store.unit}` : ''}.`,
            text: `Checked by graze verify in ${seconds} s${size}.`, action: typeof done.certificate === 'string' ? { word: 'Save the certificate', run: () => this.download(String(done.certificate)) } : undefined,
        })
    }

    download(name: string): void {
        const link = h('a', { href: this.store.link.url('/download', { name }), download: name.slice(name.lastIndexOf('/') + 1) })
        link.click()
    }

    async export(what: 'scene' | 'glb'): Promise<void> {
        const done = await this.store.ask('export', { what, ...(this.path ? { path: this.path.path } : {}) })
        if (done && typeof done.download === 'string') this.download(done.download)
    }

    async picture(): Promise<void> {
        try {
            save(await this.stage.viewer.picture(1920, 1200), `${this.store.scene?.name ?? 'scene'}.png`)
        } catch (error) {
            this.store.fail(error)
        }
    }

    /** Plays the path once, and keeps the canvas as a film. */
    async film(): Promise<void> {
        const { path } = this
        if (!path) return
        const kind = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((one) => MediaRecorder.isTypeSupported(one))
        if (!kind) return this.store.say({ kind: 'error', title: 'This browser records no WebM.', text: 'Take Chrome, Edge or Firefox, or export a GLB animation.' })
        const recorder = new MediaRecorder(this.stage.viewer.canvas.captureStream(60), { mimeType: kind, videoBitsPerSecond: 12e6 })
        const chunks: Blob[] = []
        recorder.ondataavailable = ({ data }) => chunks.push(data)
        recorder.onstop = () => save(new Blob(chunks, { type: 'video/webm' }), `${path.name}.webm`)
        if (!(await this.store.ask('play', { path: path.path, from: 0, speed: 1 }))) return
        recorder.start()
        this.store.say({ kind: 'info', title: 'Filming the path.', text: `This takes ${clock(path.seconds)}.`, action: { word: 'Stop', run: () => void this.store.ask('stop') } })
        const began = performance.now()
        const timer = setInterval(() => {
            const { frame } = this.store
            const over = performance.now() - began > 1000 * path.seconds + 1500 || (performance.now() - began > 500 && (!frame?.replay || frame.stop >= path.stops - 1))
            if (!over) return
            clearInterval(timer)
            recorder.stop()
            void this.store.ask('stop')
        }, 100)
    }

    loadPath(): void {
        const input = h('input', { type: 'file', accept: '.json' })
        input.addEventListener('change', () => {
            const file = input.files?.[0]
            if (file) void this.uploadPath(file)
        })
        input.click()
    }

    private async uploadPath(file: File): Promise<void> {
        try {
            const response = await fetch(this.store.link.url('/files', { name: file.name }), { method: 'POST', body: file })
            if (!response.ok) throw new Error(await response.text())
            const { file: name } = (await response.json()) as { file: string }
            if (await this.store.ask('load_path', { file: name })) await this.check()
        } catch (error) {
            this.store.fail(error)
        }
    }

    secondsAt(stop: number): number {
        const times = this.store.timeline?.times
        if (!times?.length) return stop
        const k = Math.min(times.length - 1, Math.max(0, Math.floor(stop)))
        return times[k] + (stop - k) * ((times[k + 1] ?? times[k]) - times[k])
    }
}

function seconds_digits(ms: number): number {
    return ms < 10000 ? 1 : 0
}

function bytesText(bytes: number): string {
    return bytes > 1e6 ? `${(bytes / 1e6).toFixed(bytes > 1e7 ? 0 : 1)} MB` : `${Math.ceil(bytes / 1000)} KB`
}

export function save(blob: Blob, name: string): void {
    const url = URL.createObjectURL(blob)
    h('a', { href: url, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(url), 30000)
}

/** The tools and the curve of the path that is shown. */
export class TimePanel {
    readonly element = h('section.panel.time', { 'aria-label': 'Timeline' })
    private readonly curve = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    private readonly hint = h('div.hint', {}, 'The clearance along a path appears here. Press ', h('kbd', {}, 'Q'), ' to record, then drag a part.')
    private readonly head = document.createElementNS('http://www.w3.org/2000/svg', 'g')
    private readonly clock = h('span')
    private readonly total = h('span')
    private scale: Scale | null = null
    private holding: 'head' | 'from' | 'until' | null = null

    constructor(private readonly store: Store, private readonly actions: Actions, openExport: (anchor: HTMLElement) => void) {
        const button = (name: string, title: string, run: () => void) => h('button.tool', { title, 'aria-label': title, onclick: run }, icon(name))
        const worded = (name: string, word: string, title: string, run: (e: Event) => void) => h('button.tool', { title, 'aria-label': title, onclick: run }, icon(name), h('span.word', {}, word))
        const record = h('button.button', { title: 'Record (Q)', onclick: () => actions.record() }, mark('recording'), h('span', {}, 'Record'))
        const play = button('play', 'Play (Space)', () => actions.play(1)), back = button('back', 'Play backwards (J)', () => actions.play(-1))
        const tools = [button('first', 'To the beginning', () => actions.scrub(0)), back, play, button('last', 'To the end', () => actions.scrub(Infinity))]
        const edits = [worded('trim', 'Trim', 'Keep what is between the handles (B, N)', () => void actions.applyTrim()), worded('simplify', 'Simplify', 'Fewer poses, proved again or refused', () => void actions.simplify()),
            worded('reverse', 'Reverse', 'Backwards: taking apart becomes putting together', () => void actions.reverse()), worded('check', 'Check', 'Proves the path, or finds the first contact', () => void actions.check()),
            worded('export', 'Export', 'Path, animation, picture, film', (e) => openExport(e.currentTarget as HTMLElement))]
        const certify = h('button.button.primary', { title: 'Proves the path, writes the certificate and has it checked independently (Ctrl Enter)', onclick: () => void actions.certify() }, icon('shield'), 'Certify')
        certify.style.marginLeft = '6px'
        this.curve.setAttribute('class', 'curve')
        this.curve.setAttribute('role', 'slider')
        this.curve.setAttribute('aria-label', 'Place on the path')
        this.curve.setAttribute('tabindex', '0')
        this.element.append(h('div.time-tools', { role: 'toolbar', 'aria-label': 'Timeline' }, ...tools, record, h('div.clock.num', {}, this.clock, ' ', this.total), h('span.grow'), ...edits, certify), this.curve as unknown as HTMLElement, this.hint)
        this.curve.addEventListener('pointerdown', (e) => this.press(e))
        this.curve.addEventListener('pointermove', (e) => this.move(e))
        for (const end of ['pointerup', 'pointercancel'] as const) this.curve.addEventListener(end, () => (this.holding = null))
        this.curve.addEventListener('keydown', (e) => {
            const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key]
            if (!by) return
            actions.stepBy(e.shiftKey ? 10 * by : by)
            e.preventDefault()
            e.stopPropagation()
        })
        new ResizeObserver(() => this.draw()).observe(this.curve)
        const enable = () => {
            const any = actions.path !== null, drives = store.drives
            for (const b of [...tools, ...edits]) b.disabled = !any || !drives
            edits[4].disabled = !store.scene
            record.disabled = !drives || !store.scene
            certify.disabled = !drives || (!any && !store.paths.recording)
            toggle(record, 'recording', store.paths.recording)
            setText(record.lastElementChild!, store.paths.recording ? 'Stop' : 'Record')
            record.setAttribute('aria-pressed', String(store.paths.recording))
        }
        store.on(['paths', 'scene', 'people', 'connection', 'timeline'], enable)
        store.on(['timeline', 'paths', 'scene', 'settings'], () => this.draw())
        store.on('frame', () => {
            this.noteFrame()
            this.drawHead()
        })
        store.on('paths', () => this.noteFrame())
        const clockText = throttled(() => this.writeClock(), 100)
        store.on(['frame', 'timeline', 'paths'], clockText)
        enable()
        this.draw()
    }

    private writeClock(): void {
        const { frame } = this.store
        const { path } = this.actions
        const at = frame?.replay && path ? this.actions.secondsAt(frame.stop) : this.store.paths.recording ? frame?.seconds ?? 0 : path?.seconds ?? 0
        setText(this.clock, this.store.paths.recording && !frame?.replay ? 'recording' : path ? clock(at) : '')
        setText(this.total, path && !this.live ? `\u00b7 ${count(Math.max(0, path.stops - 1))} motions` : '')
    }

    // What the frames told since the recording began: the least distance of the part that is moved, as a lower bound.
    private noteFrame(): void {
        const { frame, paths } = this.store
        if (!paths.recording || !frame || frame.replay) {
            if (!paths.recording && this.live) this.live = null
            return
        }
        this.live ??= { type: 'timeline', path: -1, times: [], clearance: [], contacts: [], keep_apart: null, marks: [] }
        const { times, clearance, contacts } = this.live, began = this.liveFrom = times.length ? this.liveFrom : frame.seconds
        const now = frame.seconds - began
        if (times.length && now - times.at(-1)! < 1e-9) return
        times.push(now)
        clearance.push(Number.isFinite(frame.least[0]) && frame.least[0] < 1e11 ? frame.least[0] : null)
        contacts.push(frame.contacts.filter(({ push }) => push > 0).length)
        if (times.length > 3000) for (const list of [times, clearance, contacts]) for (let k = 1; k < list.length; k++) list.splice(k, 1)
        this.drawSoon()
    }

    private live: Timeline | null = null
    private liveFrom = 0
    private readonly drawSoon = throttled(() => this.draw(), 150)

    private draw(): void {
        const timeline = this.live ?? this.store.timeline
        const w = this.curve.clientWidth, tall = this.curve.clientHeight
        const on = timeline !== null && timeline.times.length > 1
        this.hint.hidden = on
        this.curve.toggleAttribute('hidden', !on)
        if (!on || !w || !tall) {
            this.scale = null
            if (on) requestAnimationFrame(() => this.curve.clientWidth && this.draw())
            return
        }
        this.scale = new Scale(timeline, w, tall)
        this.curve.setAttribute('viewBox', `0 0 ${w} ${tall}`)
        this.curve.setAttribute('aria-valuemax', String(timeline.times.length - 1))
        this.curve.innerHTML = drawing(timeline, this.scale, this.live ? 'none' : this.actions.trim, this.store.unit)
        this.curve.append(this.head)
        this.drawHead()
    }

    private drawHead(): void {
        const { scale, store } = this
        const replay = store.frame?.replay && store.frame.path === store.path && store.frame.path !== none
        if (!scale || !store.timeline || this.live) return void (this.head.innerHTML = '')
        const last = store.timeline.times.length - 1
        const stop = replay ? store.frame!.stop : last
        const x = scale.x(this.actions.secondsAt(stop)), label = clock(this.actions.secondsAt(stop))
        const tag = Math.min(scale.width - 26, Math.max(26, x))
        this.curve.setAttribute('aria-valuenow', stop.toFixed(1))
        this.curve.setAttribute('aria-valuetext', label)
        this.head.innerHTML = `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="14" y2="${scale.bottom + 16}" stroke="var(--accent)" stroke-width="2"/>` +
            `<rect x="${(tag - 24).toFixed(1)}" y="0" width="48" height="16" rx="4" fill="var(--accent)"/><text x="${tag.toFixed(1)}" y="12" text-anchor="middle" style="fill: var(--on-accent); font-weight: 600">${label}</text>`
    }

    private press(event: PointerEvent): void {
        if (!this.scale || !this.store.timeline || this.live) return
        this.curve.setPointerCapture(event.pointerId)
        const x = event.offsetX, last = this.store.timeline.times.length - 1
        const [from, until] = this.actions.trim ?? [0, last]
        const near = (stop: number) => Math.abs(this.scale!.x(this.actions.secondsAt(stop)) - x) < 7 && event.offsetY < 40
        this.holding = near(from) ? 'from' : near(until) ? 'until' : 'head'
        this.move(event)
    }

    private move(event: PointerEvent): void {
        const { timeline } = this.store
        if (!this.holding || !this.scale || !timeline) return
        const stop = stopAt(timeline.times, this.scale.seconds(event.offsetX))
        if (this.holding === 'head') return this.actions.scrub(stop)
        const last = timeline.times.length - 1
        const trim = this.actions.trim ?? [0, last]
        if (this.holding === 'from') trim[0] = Math.min(trim[1] - 1, Math.round(stop))
        else trim[1] = Math.max(trim[0] + 1, Math.round(stop))
        this.actions.trim = trim[0] > 0 || trim[1] < last ? [trim[0], trim[1]] : null
        this.draw()
    }
}

function stopAt(times: number[], seconds: number): number {
    let low = 0, high = times.length - 1
    while (high - low > 1) {
        const middle = (low + high) >> 1
        if (times[middle] <= seconds) low = middle
        else high = middle
    }
    const span = times[high] - times[low]
    return span > 0 ? Math.min(high, Math.max(low, low + (seconds - times[low]) / span)) : low
}

// Time runs to the right; distances on a logarithmic axis.
class Scale {
    readonly left = 78
    readonly right: number
    readonly top = 20
    readonly bottom: number
    readonly low: number
    readonly high: number
    readonly end: number

    constructor(timeline: Timeline, readonly width: number, readonly tall: number) {
        this.right = width - 14
        this.bottom = tall - (tall > 120 ? 40 : 24)
        this.end = Math.max(1e-3, timeline.times.at(-1) ?? 1)
        const known = timeline.clearance.filter((d): d is number => d !== null && d > 0)
        const least = Math.min(...known, timeline.keep_apart && timeline.keep_apart > 0 ? timeline.keep_apart : Infinity)
        this.low = Number.isFinite(least) ? Math.max(least / 1.8, 1e-6 * Math.max(...known, 1e-9)) : 0.1  // beyond that a proof can use nothing
        this.high = Math.max(this.low * 20, 1.3 * Math.max(...known, 1e-9))
    }

    x(seconds: number): number {
        return this.left + ((this.right - this.left) * seconds) / this.end
    }

    seconds(x: number): number {
        return Math.min(this.end, Math.max(0, ((x - this.left) / (this.right - this.left)) * this.end))
    }

    y(distance: number | null): number {
        const d = Math.min(this.high, Math.max(this.low, distance ?? this.high))
        return this.bottom - ((this.bottom - this.top) * Math.log(d / this.low)) / Math.log(this.high / this.low)
    }
}

function drawing(timeline: Timeline, scale: Scale, marked: [number, number] | 'none' | null, unit: string): string {
    const { left, right, top, bottom } = scale
    const out: string[] = [`<defs><linearGradient id="under" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2bb894" stop-opacity=".1"/><stop offset="1" stop-color="#2bb894" stop-opacity=".36"/></linearGradient>` +
        `<pattern id="held" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#ffe14a"/><path d="M0 0V6" stroke="#8a6d00" stroke-width="2.400"/></pattern>` +
        `<pattern id="open" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="var(--rim)" stroke-opacity=".6" stroke-width="1.500"/></pattern></defs>`]
    out.push(timeAxis(scale), distanceAxis(scale, timeline.keep_apart, unit))
    const points = timeline.times.map((t, k) => `${scale.x(t).toFixed(1)} ${scale.y(timeline.clearance[k]).toFixed(1)}`)
    const line = `M${points.join('L')}`
    out.push(`<path d="${line}L${scale.x(scale.end).toFixed(1)} ${bottom}L${left} ${bottom}Z" fill="url(#under)"/><path d="${line}" fill="none" stroke="var(--green-mark)" stroke-width="2" stroke-linejoin="round"/>`)
    out.push(contactTrack(timeline, scale), motionTrack(timeline, scale), failures(timeline, scale), leastMark(timeline, scale, unit))
    if (marked === 'none') return out.join('')
    const trim = marked, last = timeline.times.length - 1
    const [from, until] = trim ?? [0, last]
    const a = scale.x(timeline.times[from]), b = scale.x(timeline.times[until])
    if (trim) out.push(`<rect x="${left}" y="${top}" width="${Math.max(0, a - left)}" height="${bottom - top}" fill="var(--bg1)" fill-opacity=".68"/><rect x="${b}" y="${top}" width="${Math.max(0, right - b)}" height="${bottom - top}" fill="var(--bg1)" fill-opacity=".68"/>`)
    const handle = (x: number, way: 1 | -1) => `<path d="M${x} ${top}V${bottom}" stroke="var(--t2)" stroke-width="${trim ? 1.5 : 0}"/><path d="M${x} ${top}h${8 * way}v14h${-8 * way}z" fill="var(--t2)" style="cursor: ew-resize"/>`
    out.push(handle(a, 1), handle(b, -1))
    return out.join('')
}

function timeAxis(scale: Scale): string {
    const nice = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600].find((step) => (scale.right - scale.left) / (scale.end / step) > 70) ?? 1200
    let out = ''
    for (let t = 0; t <= scale.end * 1.0001; t += nice) {
        const x = scale.x(t).toFixed(1)
        out += `<line x1="${x}" x2="${x}" y1="${scale.top}" y2="${scale.bottom}" stroke="var(--line)"/>`
        if (scale.x(t) < scale.right - 60) out += `<text x="${x}" y="12" text-anchor="${t ? 'middle' : 'start'}">${clock(t).replace(/\.0$/, '')}</text>`
    }
    return out
}

function distanceAxis(scale: Scale, keep: number | null, unit: string): string {
    let out = ''
    let below = Infinity
    const lowest = keep && keep > 0 ? scale.y(keep) : -Infinity
    for (let power = Math.floor(Math.log10(scale.high)); power >= Math.floor(Math.log10(scale.low)); power--) {
        const d = 10 ** power
        if (d < scale.low || d > scale.high) continue
        const y = scale.y(d)
        out += `<line x1="${scale.left}" x2="${scale.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="var(--line)"/>`
        if (Math.abs(y - below) > 12 && Math.abs(y - lowest) > 11) {
            out += `<text x="${scale.left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${length(d, Math.max(0, -power))}${below === Infinity ? ` ${unit}` : ''}</text>`
            below = y
        }
    }
    if (keep && keep > 0) {
        const y = scale.y(keep).toFixed(1)
        out += `<line x1="${scale.left}" x2="${scale.right}" y1="${y}" y2="${y}" stroke="var(--amber-mark)" stroke-dasharray="4 3"/><text x="${scale.left - 8}" y="${Number(y) + 4}" text-anchor="end" style="fill: var(--amber)">keep ${length(keep)}</text>`
    }
    return out
}

function contactTrack(timeline: Timeline, scale: Scale): string {
    const y = scale.bottom + 7
    let out = `<text x="${scale.left - 8}" y="${y + 8}" text-anchor="end">contact</text><rect x="${scale.left}" y="${y}" width="${scale.right - scale.left}" height="8" rx="2" fill="var(--bg2)"/>`
    let from = -1
    for (let k = 0; k <= timeline.contacts.length; k++) {
        const on = (timeline.contacts[k] ?? 0) > 0
        if (on && from < 0) from = k
        if (!on && from >= 0) {
            const a = scale.x(timeline.times[from]), b = scale.x(timeline.times[Math.min(k, timeline.times.length - 1)])
            out += `<rect x="${a.toFixed(1)}" y="${y}" width="${Math.max(2, b - a).toFixed(1)}" height="8" rx="2" fill="url(#held)"/>`
            from = -1
        }
    }
    return out
}

function motionTrack(timeline: Timeline, scale: Scale): string {
    if (scale.tall <= 120) return ''
    const y = scale.bottom + 22
    let out = `<text x="${scale.left - 8}" y="${y + 7}" text-anchor="end">motions</text>`, last = -Infinity
    for (const t of timeline.times) {
        const x = scale.x(t)
        if (x - last < 2.5) continue
        last = x
        out += `M${x.toFixed(1)} ${y}v7`
    }
    const at = out.indexOf('</text>') + 7
    return `${out.slice(0, at)}<path d="${out.slice(at)}" stroke="var(--t3)" stroke-opacity=".55"/>`
}

// Where a path fails: red and a cross, and after it hatched: not judged.
function failures(timeline: Timeline, scale: Scale): string {
    const last = timeline.times.length - 1
    const at = (stop: number) => scale.x(timeline.times[Math.min(last, Math.max(0, Math.floor(stop)))] + (stop % 1) * ((timeline.times[Math.min(last, Math.floor(stop) + 1)] ?? 0) - timeline.times[Math.min(last, Math.floor(stop))]))
    return timeline.marks.map(({ from, until, kind }) => {
        const a = at(from), b = Math.max(a + 3, at(until)), bad = kind === 'contact'
        const colour = bad ? 'var(--red-mark)' : 'var(--amber-mark)'
        const glyph = bad ? `<g transform="translate(${a - 8} ${scale.top + 4})"><path d="M5 .900h6L15.100 5v6L11 15.100H5L.900 11V5z" fill="#d63a2f"/><path d="m5.300 5.300 5.400 5.400m0-5.400-5.400 5.400" stroke="#fff" stroke-width="1.900"/></g>`
            : `<text x="${a}" y="${scale.top + 16}" style="fill: var(--amber); font-weight: 700; font-size: 14px">?</text>`
        const rest = bad ? `<rect x="${b}" y="${scale.top}" width="${Math.max(0, scale.right - b)}" height="${scale.bottom - scale.top}" fill="var(--bg1)" fill-opacity=".6"/><rect x="${b}" y="${scale.top}" width="${Math.max(0, scale.right - b)}" height="${scale.bottom - scale.top}" fill="url(#open)"/>` : ''
        return `${rest}<rect x="${a}" y="${scale.top}" width="${b - a}" height="${scale.bottom - scale.top}" fill="${colour}" fill-opacity=".4"/>${glyph}`
    }).join('')
}

function leastMark(timeline: Timeline, scale: Scale, unit: string): string {
    let least = -1
    timeline.clearance.forEach((d, k) => {
        if (d !== null && (least < 0 || d < timeline.clearance[least]!)) least = k
    })
    if (least < 0) return ''
    const x = scale.x(timeline.times[least]), y = scale.y(timeline.clearance[least])
    const before = x > scale.left + 150
    return `<path d="M${x} ${y - 6}l5 6-5 6-5-6z" fill="var(--yellow-mark)" stroke="#0f1318" stroke-width="1.200"/>` +
        `<text x="${before ? x - 10 : x + 10}" y="${y - 9}" text-anchor="${before ? 'end' : 'start'}" style="fill: var(--t1); stroke: var(--bg1); stroke-width: 3px; paint-order: stroke; stroke-opacity: .75">least ${length(timeline.clearance[least]!)} ${unit}</text>`
}
