// The clearance along the path: a band between what is proved and what is reached, the limit, and the moment that is shown.

import { short, svg, make } from './dom'
import { stretchAt, type Report, type Stretch } from './data'

const height = 220, left = 58, right = 14, top = 14, bottom = 40

export class Curve {
    readonly element: HTMLElement
    private readonly root: SVGElement
    private readonly marker: SVGElement
    private readonly tip: HTMLElement
    private readonly lowest: number
    private readonly highest: number
    private readonly isLog: boolean
    private width = 0
    private at = 0

    constructor(private readonly report: Report, private readonly stretches: Stretch[], scrub: (at: number) => void) {
        const limit = report.profile?.limit ?? null
        const positive = stretches.map((s) => s.lo).filter((x) => x > 0)
        this.highest = Math.max(...stretches.map((s) => s.hi), limit ?? 0) * 1.05 || 1
        const least = Math.min(...positive, limit ?? Infinity)
        this.isLog = Number.isFinite(least) && this.highest / least > 30
        this.lowest = this.isLog ? least / 1.3 : 0
        this.root = svg('svg', { role: 'img',
            'aria-label': `clearance along the path, from ${short(Math.min(...stretches.map((s) => s.lo)))} to ${short(Math.max(...stretches.map((s) => s.hi)))} ${report.unit}` })
        this.marker = svg('g', { class: 'now' }, svg('line', { y1: top, y2: height - bottom, x1: 0, x2: 0 }), svg('circle', { r: 4, cx: 0, cy: 0 }))
        this.tip = make('div', { class: 'tip', 'aria-hidden': 'true' })
        this.tip.hidden = true
        this.element = make('div', { class: 'curve' }, this.root, this.tip)
        const at = (event: PointerEvent): number => {
            const box = this.root.getBoundingClientRect()
            const x = event.clientX - box.left
            return Math.min(report.segments, Math.max(0, ((x - left) / (this.width - left - right)) * report.segments))
        }
        this.root.addEventListener('pointermove', (event) => {
            this.showTip(at(event), event)
            if (event.buttons & 1) scrub(at(event))
        })
        this.root.addEventListener('pointerleave', () => { this.tip.hidden = true })
        this.root.addEventListener('pointerdown', (event) => {
            scrub(at(event))
            event.preventDefault()
        })
        this.layOut()
        new ResizeObserver(() => this.layOut()).observe(this.element)
    }

    private layOut(): void {
        const width = Math.max(280, this.element.clientWidth || 900)
        if (width === this.width) return
        this.width = width
        this.root.setAttribute('viewBox', `0 0 ${width} ${height}`)
        this.root.replaceChildren()
        this.axes()
        this.band()
        for (const [from, until] of this.report.profile?.low ?? [])
            this.root.append(svg('rect', { x: this.x(from), y: top, width: Math.max(1, this.x(until) - this.x(from)), height: height - top - bottom, class: 'low' }))
        const limit = this.report.profile?.limit ?? null
        if (limit !== null) {
            this.root.append(svg('line', { x1: left, x2: width - right, y1: this.y(limit), y2: this.y(limit), class: 'limit' }),
                svg('text', { x: width - right - 4, y: this.y(limit) - 5, class: 'limit-text', 'text-anchor': 'end' }, `limit ${short(limit)} ${this.report.unit}`))
        }
        this.root.append(this.marker)
        this.show(this.at)
    }

    show(at: number): void {
        this.at = at
        const stretch = stretchAt(this.stretches, at)
        this.marker.setAttribute('transform', `translate(${this.x(at)} 0)`)
        this.marker.lastElementChild!.setAttribute('cy', String(this.y(stretch ? stretch.hi : this.lowest)))
    }

    private x(at: number): number { return left + (at / this.report.segments) * (this.width - left - right) }

    private y(value: number): number {
        const share = this.isLog ? Math.log(Math.max(value, this.lowest) / this.lowest) / Math.log(this.highest / this.lowest) : value / this.highest
        return height - bottom - share * (height - top - bottom)
    }

    private axes(): void {
        const ticks: number[] = []
        if (this.isLog) {
            for (let k = Math.floor(Math.log10(this.lowest)); 10 ** k <= this.highest; k++)
                for (const m of [1, 2, 5]) if (m * 10 ** k >= this.lowest && m * 10 ** k <= this.highest) ticks.push(m * 10 ** k)
        } else {
            const step = 10 ** Math.floor(Math.log10(this.highest / 2))
            for (let v = 0; v <= this.highest; v += this.highest / step > 8 ? 2 * step : step) ticks.push(v)
        }
        const sparse = ticks.length > 8 ? ticks.filter((v) => /^1/.test(short(v).replace(/^0\.0*/, ''))) : ticks
        for (const value of sparse.length > 1 ? sparse : ticks) {
            this.root.append(svg('line', { x1: left, x2: this.width - right, y1: this.y(value), y2: this.y(value), class: 'grid' }),
                svg('text', { x: left - 6, y: this.y(value) + 4, 'text-anchor': 'end' }, short(value)))
        }
        for (let s = 0; s <= this.report.segments; s++) {
            if (this.report.segments > 20 && s % Math.ceil(this.report.segments / 10)) continue
            this.root.append(svg('line', { x1: this.x(s), x2: this.x(s), y1: top, y2: height - bottom, class: 'grid' }),
                svg('text', { x: this.x(s), y: height - bottom + 16, 'text-anchor': 'middle' }, String(s)))
        }
        this.root.append(svg('text', { x: 2, y: height - 4, class: 'axis' }, `${this.report.unit}, by segment${this.isLog ? '; logarithmic' : ''}`))
    }

    private band(): void {
        let upper = '', lower = ''
        for (const { from, until, lo, hi } of this.stretches) {
            const [x0, x1] = [this.x(from).toFixed(2), this.x(until).toFixed(2)]
            upper += `${upper ? 'L' : 'M'}${x0} ${this.y(hi).toFixed(2)}L${x1} ${this.y(hi).toFixed(2)}`
            lower = `L${x1} ${this.y(lo).toFixed(2)}L${x0} ${this.y(lo).toFixed(2)}` + lower
        }
        this.root.append(svg('path', { d: `${upper}${lower}Z`, class: 'band' }))
    }

    private showTip(at: number, event: PointerEvent): void {
        const stretch = stretchAt(this.stretches, at)
        if (!stretch) return
        const box = this.element.getBoundingClientRect()
        this.tip.hidden = false
        this.tip.textContent = `${short(stretch.lo)} to ${short(stretch.hi)} ${this.report.unit} · ${timeText(this.report, at)}`
        this.tip.style.left = `${Math.min(box.width - 190, Math.max(0, event.clientX - box.left + 10))}px`
        this.tip.style.top = `${Math.max(0, event.clientY - box.top - 30)}px`
    }
}

export function timeText(report: Report, at: number): string {
    const segment = Math.min(report.segments - 1, Math.floor(at))
    return `segment ${segment}, t = ${short(at - segment)}`
}
