// A report: what was proved, what was not, and where the tightest spot is. One file, no network.

import './style.css'
import { readReport, type Report } from './data'
import { make } from './dom'
import { Stage } from './stage'
import { Findings } from './table'

const icons = { good: '✔', bad: '✖', open: '?' }

function list(items: string[], className: string): HTMLElement {
    return make('ul', { class: className }, ...items.map((item) => make('li', {}, item)))
}

function head(report: Report, stage: Stage): HTMLElement {
    return make('header', {},
        make('p', { class: 'small' }, `${report.title} · graze ${report.version} · ${report.made}`),
        make('h1', { class: report.tone, id: 'verdict' }, make('span', { class: 'icon', 'aria-hidden': 'true' }, icons[report.tone]), make('span', { class: 'word' }, `${report.verdict}: `), report.sentence),
        make('div', { class: 'columns' },
            make('section', {}, make('h2', {}, 'Guaranteed'), list(report.guaranteed, 'good-list')),
            make('section', {}, make('h2', {}, 'Tightest spot'), make('p', { id: 'tightest' }, report.tightest ?? 'No pair of bodies comes near another.'),
                report.worst ? make('button', { type: 'button', class: 'screen', click: () => stage.showWorst() }, 'Show it') : null),
            make('section', {}, make('h2', {}, 'Not checked'), list(report.unchecked, 'open-list'))))
}

function facts(report: Report): HTMLElement {
    const answer = URL.createObjectURL(new Blob([JSON.stringify(report.answer, null, 2)], { type: 'application/json' }))
    return make('section', { class: 'facts' },
        make('h2', {}, 'What this is about'),
        make('dl', {}, ...report.facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])),
        make('h2', {}, 'Inputs'),
        make('div', { class: 'wide' }, make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, 'file'), make('th', {}, 'bytes'), make('th', {}, 'SHA-256'))),
            make('tbody', {}, ...report.inputs.map((input) => make('tr', {}, make('td', {}, input.path), make('td', { class: 'number' }, input.bytes.toLocaleString('en')), make('td', { class: 'hash' }, input.sha256)))))),
        make('h2', {}, 'How to check it'),
        make('ol', {}, ...report.verify.map((step) => make('li', {}, ...step.split('`').map((part, k) => k % 2 ? make('code', {}, part) : part)))),
        make('p', { class: 'screen' }, make('a', { href: answer, download: 'answer.json' }, 'The whole answer as JSON')))
}

function gone(report: Report): HTMLElement | null {
    if (!report.gone.length) return null
    return make('section', {}, make('h2', {}, `No longer found (${report.gone.length})`), list(report.gone.map((g) => `${g.bodies.join(' and ')}: was ${g.status}${g.comment ? `, “${g.comment}”` : ''}`), ''))
}

async function start(): Promise<void> {
    const report = readReport()
    document.title = `${report.verdict}: ${report.title}`
    const stage = new Stage(report)
    const findings = new Findings(report, (finding) => stage.showFinding(finding))
    const print = report.hero ? make('img', { class: 'paper hero', src: report.hero, alt: report.tightest ?? report.sentence }) : null
    document.body.append(make('a', { class: 'skip', href: '#findings' }, 'to the findings'),
        make('main', {}, head(report, stage), stage.element, ...[print, gone(report)].filter((x): x is HTMLElement => x !== null), findings.element, facts(report)))
    Object.assign(window, { grazeReport: report, grazeStage: stage })
    await stage.start()
    document.body.dataset.ready = 'yes'
}

start().catch((problem: unknown) => {
    document.body.append(make('p', { class: 'bad' }, `This report cannot be shown: ${String(problem)}`))
    throw problem
})
