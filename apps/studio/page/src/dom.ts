// The page is built by hand: elements, their texts, and nothing that watches them.

type Child = Node | string | null | undefined | false
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>

/** h('button.primary', { title: 'x', onclick: f }, 'text', child) */
export function h<K extends keyof HTMLElementTagNameMap>(what: K | `${K}.${string}`, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const [tag, ...classes] = what.split('.')
    const element = document.createElement(tag as K)
    if (classes.length) element.className = classes.join(' ')
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(key.slice(2), value as (event: Event) => void)
        else if (value === true) element.setAttribute(key, '')
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value))
    }
    element.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false))
    return element
}

/** Writes only what is new: the browser lays out nothing for a text that stays. */
export function setText(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text
}

export function fill(element: Element, ...children: Child[]): void {
    element.replaceChildren(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false))
}

export function toggle(element: Element, name: string, on: boolean): void {
    element.classList.toggle(name, on)
}

/** Calls `work` at most so often, with the newest state, and once more at the end. */
export function throttled(work: () => void, everyMs: number): () => void {
    let last = -Infinity, timer = 0
    return () => {
        if (timer) return
        const wait = last + everyMs - performance.now()
        timer = window.setTimeout(() => {
            timer = 0
            last = performance.now()
            work()
        }, Math.max(0, wait))
    }
}
