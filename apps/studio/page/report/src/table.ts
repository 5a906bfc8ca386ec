// The findings: sorted, filtered, grouped; each with a picture, a status and a remark.

import type { Finding, Report } from './data'
import { make } from './dom'
import { timeText } from './curve'

const statuses = ['new', 'active', 'reviewed', 'approved', 'resolved']
const rowsAtOnce = 200

export class Findings {
    readonly element: HTMLElement
    private readonly body = make('tbody')
    private readonly count = make('p', { class: 'count', 'aria-live': 'polite' })
    private readonly words = make('input', { type: 'search', placeholder: 'Filter by name', 'aria-label': 'filter by name', input: () => this.draw() })
    private readonly kind = make('select', { 'aria-label': 'kind', change: () => this.draw() }, make('option', { value: '' }, 'all kinds'))
    private readonly state = make('select', { 'aria-label': 'status', change: () => this.draw() }, make('option', { value: '' }, 'any status'), ...statuses.map((s) => make('option', { value: s }, s)))
    private readonly group = make('select', { 'aria-label': 'group by', change: () => this.draw() },
        make('option', { value: '' }, 'no groups'), make('option', { value: 'kind' }, 'by kind'), make('option', { value: 'part' }, 'by part'), make('option', { value: 'status' }, 'by status'))
    private sort: { by: 'id' | 'names' | 'kind' | 'amount' | 'status'; up: boolean } = { by: 'id', up: true }
    private shown = rowsAtOnce
    private chosen = -1

    constructor(private readonly report: Report, private readonly choose: (finding: Finding) => void) {
        for (const kind of new Set(report.findings.map((f) => f.kind))) this.kind.append(make('option', { value: kind }, kind))
        const head = (label: string, by: typeof this.sort.by): HTMLElement => make('th', { scope: 'col', 'data-by': by }, make('button', { type: 'button', click: () => {
            this.sort = { by, up: this.sort.by === by ? !this.sort.up : true }
            this.draw()
        } }, label))
        const table = make('table', {}, make('thead', {}, make('tr', {}, head('#', 'id'), make('th', { scope: 'col' }, 'picture'), head('parts', 'names'), head('what', 'kind'), head('how much', 'amount'), head('status', 'status'))), this.body)
        this.element = make('section', { class: 'findings', id: 'findings' },
            make('h2', {}, `Findings (${report.findings.length})`),
            make('div', { class: 'tools' }, this.words, this.kind, this.state, this.group, make('button', { type: 'button', id: 'save', click: () => this.save() }, 'Save statuses and remarks')),
            this.count, make('div', { class: 'wide' }, table))
        this.draw()
    }

    private names(finding: Finding): [string, string] {
        const { bodies } = this.report.scene
        return [bodies[finding.bodies[0]].name, bodies[finding.bodies[1]].name]
    }

    private fitting(): Finding[] {
        const words = this.words.value.toLowerCase().split(/\s+/).filter(Boolean)
        const list = this.report.findings.filter((f) => (!this.kind.value || f.kind === this.kind.value) && (!this.state.value || f.status === this.state.value) &&
            words.every((word) => `${this.names(f).join(' ')} ${f.surfaces.join(' ')} ${f.comment}`.toLowerCase().includes(word)))
        const { by, up } = this.sort
        const key = (f: Finding): number | string => by === 'id' ? f.id : by === 'amount' ? f.amount ?? -Infinity : by === 'names' ? this.names(f).join(' ') : by === 'kind' ? f.kind : statuses.indexOf(f.status)
        return list.sort((x, y) => {
            const a = key(x), b = key(y)
            return (a < b ? -1 : a > b ? 1 : x.id - y.id) * (up ? 1 : -1)
        })
    }

    private draw(): void {
        const all = this.fitting()
        const groups = new Map<string, Finding[]>()
        for (const f of all.slice(0, this.shown)) {
            const key = this.group.value === 'kind' ? f.kind : this.group.value === 'part' ? this.names(f)[0] : this.group.value === 'status' ? f.status : ''
            groups.set(key, [...(groups.get(key) ?? []), f])
        }
        const rows: Node[] = []
        for (const [key, list] of groups) {
            if (key) rows.push(make('tr', { class: 'group' }, make('th', { colspan: '6', scope: 'rowgroup' }, `${key} (${list.length})`)))
            rows.push(...list.map((f) => this.row(f)))
        }
        if (all.length > this.shown) rows.push(make('tr', {}, make('td', { colspan: '6' }, make('button', { type: 'button', click: () => { this.shown += rowsAtOnce; this.draw() } }, `show ${Math.min(rowsAtOnce, all.length - this.shown)} more`))))
        this.body.replaceChildren(...rows)
        this.count.textContent = this.report.findings.length === 0 ? 'Nothing to report.' : `${all.length} of ${this.report.findings.length} shown`
        for (const th of this.element.querySelectorAll<HTMLElement>('th[data-by]'))
            th.setAttribute('aria-sort', th.dataset.by === this.sort.by ? (this.sort.up ? 'ascending' : 'descending') : 'none')
    }

    private row(f: Finding): HTMLElement {
        const [a, b] = this.names(f)
        const select = (): void => {
            this.chosen = f.id
            for (const row of this.body.querySelectorAll('tr')) row.classList.toggle('chosen', row.dataset.id === String(f.id))
            this.choose(f)
        }
        const status = make('select', { 'aria-label': `status of finding ${f.id}`, change: () => { f.status = status.value } }, ...statuses.map((s) => make('option', { value: s, selected: s === f.status }, s)))
        const remark = make('textarea', { rows: '1', placeholder: 'remark', 'aria-label': `remark on finding ${f.id}`, input: () => { f.comment = remark.value } })
        remark.value = f.comment
        for (const control of [status, remark]) control.addEventListener('click', (event) => event.stopPropagation())
        return make('tr', { 'data-id': String(f.id), tabindex: '0', class: this.chosen === f.id ? 'chosen' : '', click: select, keydown: (event) => {
            if ((event as KeyboardEvent).key === 'Enter' && event.target === event.currentTarget) select()
        } },
            make('td', {}, String(f.id)),
            make('td', { class: 'thumb' }, f.picture ? make('img', { src: f.picture, alt: `where ${a} and ${b} ${f.what}`, loading: 'lazy' }) : make('span', { class: 'none' }, 'click to see')),
            make('td', { 'data-label': 'parts' }, make('b', {}, a), make('br'), make('b', {}, b), f.surfaces.some(Boolean) ? make('div', { class: 'faces' }, f.surfaces.join(' / ')) : null),
            make('td', { 'data-label': 'what' }, make('span', { class: f.clash ? 'mark bad' : 'mark open' }, f.clash ? '✖ ' : '○ ', f.kind), make('div', { class: 'faces' }, f.what, f.at !== null && this.report.segments > 0 ? ` · ${timeText(this.report, f.at)}` : '')),
            make('td', { 'data-label': 'how much', class: 'number' }, f.amountText),
            make('td', { 'data-label': 'status' }, status, f.known === 'new' ? make('span', { class: 'faces' }, ' not in the last report') : null, remark))
    }

    /** The file lies beside the report, and graze reads it when it writes the report again. */
    private save(): void {
        const findings = this.report.findings.map((f) => ({ bodies: this.names(f), kind: f.kind, place: f.place, at: f.at, status: f.status, comment: f.comment }))
        const text = JSON.stringify({ graze_review: 1, unit: this.report.unit, findings }, null, 1)
        const link = make('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/json' })), download: this.report.review || 'report.review.json' })
        link.click()
        setTimeout(() => URL.revokeObjectURL(link.href), 10000)
    }
}
