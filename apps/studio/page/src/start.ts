// The start: demos with their pictures, a place to drop files, what was open before.

import { fill, h, setText } from './dom'
import { icon, logo } from './icons'
import { flipTheme } from './bars'
import { open } from './files'
import { keep, presets, settings, type Preset } from './settings'
import type { Store } from './store'
import { today } from './words'

const first = 'car-door'
const shownFirst = ['car-door', 'window-motor', 'process-plant', 'gearbox', 'robot-cell', 'roller-chain', 'screw-and-nut', 'peg-in-hole', 'plant-large', 'bolt-in-hole', 'falling-boxes']

export function startPage(store: Store, keys: () => void): HTMLElement {
    const demos = h('div.demos'), recent = h('div.box'), version = h('span'), dot = h('span.dot'), state = h('b')
    const input = h('input', { type: 'file', multiple: true, hidden: true, onchange: () => void open(store, [...(input.files ?? [])]) })
    const zone = h('div.box.zone', {}, icon('upload'), h('b', {}, 'Drop files here'), h('p', {}, 'STEP, IGES, STL, OBJ, PLY, GLB, scenes'), h('button.button', { onclick: () => input.click() }, 'Open files \u2026'), input)
    const preset = h('select', { class: 'link', style: 'border: 0; background: none', 'aria-label': 'Habits of the mouse', onchange: () => {
        keep({ preset: preset.value as Preset })
        store.changed('settings')
    } }, ...Object.entries(presets).map(([value, word]) => h('option', { value }, word)))
    preset.value = settings.preset
    const hands = h('div.box', {}, h('h2', {}, 'Hands on the mouse'), h('div.keys2', {}, ...['Drag a part', 'moves it, stops, slides', 'Shift and drag', 'turns it', 'Drag background', 'orbits', 'Right drag, wheel', 'pans, zooms to cursor', 'Coming from'].map((word) => h('span', {}, word)), h('span', {}, preset)))
    const page = h('div.start', {}, h('header.top', {}, h('div.brand', {}, logo(), 'Graze studio'), h('span.grow'),
        h('button.tool', { title: 'Dark or light', 'aria-label': 'Dark or light', onclick: () => flipTheme(store) }, icon('sun')), h('button.tool', { title: 'Keys and mouse (?)', 'aria-label': 'Keys and mouse', onclick: keys }, icon('help'))),
    h('main.start-body', {}, h('div.start-in', {}, h('div.lead', {}, h('h1', {}, 'Drag a part. It stops where it touches.'), h('p', {}, 'Every motion is proved, between the frames too. Keep the proof if you like the way.')), demos, h('div.aside', {}, zone, recent, hands))),
    h('footer.status', {}, h('span', {}, dot, state, 'this computer only'), h('span', { style: 'flex: 1' }), version))
    const update = () => {
        setText(version, store.welcome ? `Graze ${store.welcome.version}` : '')
        setText(state, store.connection === 'open' ? 'Connected' : store.connection === 'lost' ? 'Connection lost. Trying again \u2026' : 'Connecting \u2026')
        dot.classList.toggle('amber', store.connection !== 'open')
        const all = [...(store.start?.demos ?? [])].sort((a, b) => rank(a.name) - rank(b.name))
        const cards = all.map((demo) => {
            const isFirst = demo.name === first
            const picture = h('img', { alt: '', src: `demos/${demo.name}.webp`, loading: 'lazy' })
            picture.addEventListener('error', () => picture.remove())
            const card = h('button.demo', { 'data-demo': demo.name, onclick: () => {
                card.classList.add('busy')
                void store.ask('open', { demo: demo.name }).then((done) => done || card.classList.remove('busy'))
            } }, h('span.pic', {}, picture), h('span.text', {}, h('span.grow', {}, h('h3', {}, demo.title), h('p', {}, demo.task), h('small.num', {}, demo.facts ?? '')),
                isFirst ? h('span.button.primary.large', {}, icon('hand'), 'Start here') : null))
            card.classList.toggle('first', isFirst)
            return card
        })
        const had = demos.contains(document.activeElement)
        fill(demos, ...cards)
        if (cards[0] && (had || document.activeElement === document.body)) cards[0].focus({ preventScroll: true })
        const list = store.start?.recent ?? []
        recent.hidden = !list.length
        fill(recent, h('h2', {}, 'Recent'), ...list.slice(0, 5).map((one, k) => h('button.recent', { disabled: !one.exists, onclick: () => void store.ask('open', { recent: k }) }, icon('file'),
            h('span.grow.cut', {}, one.name, h('small', {}, one.exists ? today(one.when) : 'The file has moved')))))
    }
    store.on(['start', 'connection'], update)
    update()
    return page
}

function rank(name: string): number {
    const at = shownFirst.indexOf(name)
    return at < 0 ? shownFirst.length : at
}
