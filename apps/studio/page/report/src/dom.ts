// A few words for making elements.

type Child = Node | string | null | false

export function make<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Record<string, string | boolean | ((event: Event) => void)> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(name, value)
        else if (typeof value === 'boolean') element.toggleAttribute(name, value)
        else element.setAttribute(name, value)
    }
    element.append(...children.filter((child): child is Node | string => child !== null && child !== false))
    return element
}

export function svg(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
    element.append(...children)
    return element
}

/** Five significant digits, as the command prints them. */
export function short(value: number): string {
    return Number.isFinite(value) ? String(Number(value.toPrecision(5))) : '–'
}
