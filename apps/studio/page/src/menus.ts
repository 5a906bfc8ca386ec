// Menus and the page of keys.

import { fill, h } from './dom'
import { icon } from './icons'

export interface Entry { icon: string; word: string; key?: string; run: () => void; off?: boolean }

export function openMenu(x: number, y: number, title: string | null, entries: (Entry | null)[]): void {
    document.querySelector('.menu')?.remove()
    const menu = h('div.card.menu', { role: 'menu' }, title ? h('div.title.cut', {}, title) : null)
    const close = () => {
        menu.remove()
        removeEventListener('pointerdown', outside, true)
    }
    const outside = (event: Event) => menu.contains(event.target as Node) || close()
    for (const entry of entries) {
        menu.append(entry === null ? h('hr') : h('button', { role: 'menuitem', disabled: entry.off, onclick: () => {
            close()
            entry.run()
        } }, icon(entry.icon), entry.word, entry.key ? h('kbd', {}, entry.key) : null))
    }
    menu.addEventListener('keydown', (event) => {
        event.stopPropagation()
        const items = [...menu.querySelectorAll('button')], at = items.indexOf(document.activeElement as HTMLButtonElement)
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (by) items[(at + by + items.length) % items.length].focus()
        if (event.key === 'Escape') close()
    })
    document.body.append(menu)
    menu.style.left = `${Math.max(4, Math.min(innerWidth - menu.offsetWidth - 4, x))}px`
    menu.style.top = `${Math.max(4, Math.min(innerHeight - menu.offsetHeight - 4, y))}px`
    menu.querySelector('button')?.focus()
    addEventListener('pointerdown', outside, true)
}

const keys: [string, [string, string][]][] = [
    ['See', [['Orbit', 'drag background'], ['Pan', 'right drag'], ['Zoom to the cursor', 'wheel'], ['Fit all, selection', 'F, Shift F'], ['Home, six views', '0, 1 to 6'], ['Perspective or parallel', 'O'], ['Section plane', 'C'],
        ['Isolate, others transparent', 'I, T'], ['Hide, show all', 'H, Shift H'], ['Find a part', '/'], ['Measure', 'M']]],
    ['Handle', [['Grab and drag', 'drag part'], ['Turn', 'Shift drag, or hold R'], ['Arrows or arcs', 'G, R'], ['Type a value', 'X 25 Enter'], ['Hold an axis', 'Shift X Y Z'], ['While dragging: along, in a plane', 'X Y Z, Shift X Y Z'], ['Snap a face to a face', 'A'], ['A step, ten steps', 'arrows, Shift arrows'], ['Up, down', 'Page keys with Ctrl'],
        ['Snap to steps', 'hold Ctrl'], ['World or part axes', 'L'], ['Pause', 'P'], ['Back to where it was grabbed', 'Esc']]],
    ['Record and judge', [['Record', 'Q'], ['Play, backwards', 'Space, J'], ['One motion', ', .'], ['Trim: begin, end', 'B, N'], ['Certify', 'Ctrl Enter'], ['Next, previous clash', 'Page Down, Up'], ['Undo, redo', 'Ctrl Z, Ctrl Y'], ['Reset', 'Ctrl Backspace'], ['Snapshot', 'K'], ['From region to region', 'F6']]],
]

export function showKeys(): void {
    document.querySelector('dialog')?.remove()
    const dialog = h('dialog', { 'aria-label': 'Keys and mouse' })
    fill(dialog, h('h2', {}, 'Keys and mouse'), h('div.columns', {}, ...keys.map(([title, rows]) => h('div', {}, h('h3', {}, title), ...rows.map(([word, key]) => h('div', {}, h('span', {}, word), h('kbd', {}, key)))))),
        h('div.actions', {}, h('button.button.primary', { onclick: () => dialog.close() }, 'Close')))
    dialog.addEventListener('close', () => dialog.remove())
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
    document.body.append(dialog)
    dialog.showModal()
}
