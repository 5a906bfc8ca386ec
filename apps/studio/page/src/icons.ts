// Icons drawn for this page on a grid of 16, and marks that differ by shape and by colour.

const strokes: Record<string, string> = {
    undo: 'M6 3 2.8 6.2 6 9.4M3 6.2h6.2a3.6 3.6 0 0 1 0 7.2H6', redo: 'm10 3 3.2 3.2L10 9.4M13 6.2H6.8a3.6 3.6 0 0 0 0 7.2H10',
    reset: 'M3.2 8a4.8 4.8 0 1 0 1.5-3.5M4.6 1.8v2.9h2.9', camera: 'M2 5h3l1-1.8h4L11 5h3v8H2zM8 11.2a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z',
    move: 'M8 1.6v12.8M1.6 8h12.8M6.2 3.4 8 1.6l1.8 1.8M6.2 12.6 8 14.4l1.8-1.8M3.4 6.2 1.6 8l1.8 1.8M12.6 6.2 14.4 8l-1.8 1.8',
    turn: 'M13.4 8A5.4 5.4 0 1 1 11 3.5M11.4 1v2.9H8.5', measure: 'm1.8 10.6 8.8-8.8 3.6 3.6-8.8 8.8zM4.6 7.8l1.5 1.5M7 5.4l2.2 2.2M9.4 3l1.5 1.5',
    section: 'M2 4.5 8 1.6l6 2.9v7L8 14.4l-6-2.9zM1 8h14', eye: 'M1.4 8S3.8 3.6 8 3.6 14.6 8 14.6 8 12.2 12.4 8 12.4 1.4 8 1.4 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
    'eye-off': 'M2 2l12 12M6.4 3.8A6 6 0 0 1 8 3.6C12.2 3.6 14.6 8 14.6 8a12 12 0 0 1-2 2.5M10 12.1a6 6 0 0 1-2 .3C3.800 12.400 1.400 8 1.400 8a12 12 0 0 1 2.500-3M6.600 6.900a1.800 1.800 0 0 0 2.500 2.500',
    isolate: 'M8 5.600a2.400 2.400 0 1 0 0 4.800 2.400 2.400 0 0 0 0-4.800zM2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3',
    glass: 'M2.500 5.500h8v8h-8zM5.500 5.500v-3h8v8h-3', search: 'M7 11.600A4.600 4.600 0 1 0 7 2.400a4.600 4.600 0 0 0 0 9.200zM10.400 10.400l3.600 3.600',
    pause: 'M5.200 3v10M10.800 3v10', play: 'M4.500 2.800v10.400L13 8z', back: 'M11.500 2.800v10.400L3 8z', first: 'M3.500 3v10M12.500 3v10L5.500 8z', last: 'M12.500 3v10M3.500 3v10l7-5z',
    record: 'M8 12.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9z', trim: 'M5.500 2.500H3v11h2.500M10.500 2.500H13v11h-2.500', simplify: 'M1.500 11.500 5 5l3 5 3-6 3.500 4',
    reverse: 'M13 5.500H3M5.500 3 3 5.500 5.500 8M3 10.500h10M10.500 8l2.500 2.500-2.500 2.500', export: 'M8 10V2M5 4.800 8 1.800l3 3M2.500 10v3.500h11V10',
    shield: 'M8 1.600 13.400 3.500V8c0 3.200-2.300 5.300-5.400 6.500C4.900 13.300 2.600 11.200 2.600 8V3.500zM5.500 8l1.800 1.800 3.300-3.600',
    hand: 'M5.200 8.500V4.200a1.100 1.100 0 0 1 2.200 0V7M7.400 7V3a1.100 1.100 0 0 1 2.200 0v4M9.600 7.300V4.200a1.100 1.100 0 0 1 2.200 0v5.600c0 2.700-1.700 4.600-4.200 4.600-2 0-3-.8-3.900-2.400L2.200 9.400c-.5-1 .9-1.900 1.700-1l1.300 1.500',
    sun: 'M8 10.800a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600zM8 1.500v1.700M8 12.800v1.700M1.500 8h1.700M12.800 8h1.700M3.400 3.400l1.200 1.200M11.400 11.400l1.200 1.200M12.600 3.400l-1.200 1.200M4.600 11.400l-1.200 1.200',
    help: 'M8 14.200A6.200 6.200 0 1 0 8 1.800a6.200 6.200 0 0 0 0 12.400zM6.200 6.300c.1-1 .8-1.700 1.900-1.700s1.900.7 1.900 1.600c0 1.400-1.900 1.500-1.900 2.900M8.100 11.300v.1',
    gear: 'M8 10.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400zM8 1.800v2M8 12.200v2M1.800 8h2M12.200 8h2M3.600 3.600 5 5M11 11l1.400 1.400M12.400 3.600 11 5M5 11l-1.400 1.400',
    home: 'M2.200 7.600 8 2.400l5.800 5.200M4 6.500v7h8v-7', fit: 'M2 5.500V2h3.500M10.500 2H14v3.500M14 10.500V14h-3.500M5.500 14H2v-3.500M5.500 5.500h5v5h-5z',
    perspective: 'M2 2.500 14 5v6L2 13.500zM8 3.800v8.400M2 8h12', lock: 'M4 7.200h8v6.300H4zM5.600 7V5.200a2.400 2.400 0 0 1 4.800 0V7', unlock: 'M4 7.200h8v6.300H4zM5.600 7V4.600a2.400 2.400 0 0 1 4.500-1.200',
    down: 'm4 6 4 4 4-4', right: 'm6 4 4 4-4 4', close: 'M4 4l8 8M12 4l-8 8', upload: 'M8 10.500v-8M4.800 5.500 8 2.300l3.200 3.200M2.500 10.500v3h11v-3', file: 'M4 1.800h5.200L12.500 5v9.200H4zM9 1.800V5.200h3.500',
    more: 'M3.500 8h.1M8 8h.1M12.500 8h.1', step: 'M4 3v10l6-5zM12 3v10', throw: 'M2 12c3-7 6-8 11-8M10 1.500 13 4l-2.500 2.800', edges: 'M2.500 5 8 2l5.500 3v6L8 14l-5.500-3zM2.500 5 8 8l5.500-3M8 8v6', film: 'M2 3h12v10H2zM5 3v10M11 3v10M2 8h12',
    bookmark: 'M4 2h8v12l-4-3-4 3z', plus: 'M8 3v10M3 8h10', bin: 'M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500 5 13.500h6l.5-9', magnet: 'M3.500 2.500v5.500a4.500 4.500 0 0 0 9 0V2.500H9.700V8a1.700 1.700 0 0 1-3.400 0V2.500zM3.500 5h2.800M9.700 5h2.800',
    menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11', check: 'm3 8.500 3.200 3.200L13 5', pencil: 'M3 13l.6-2.800L10.800 3 13 5.200 5.800 12.400z', gravity: 'M8 2v9M4.600 7.800 8 11.200l3.400-3.400M3 14h10',
}

export type Mark = 'certified' | 'contact' | 'near' | 'clash' | 'ignored' | 'recording' | 'none'

const marks: Record<Mark, string> = {
    certified: '<path d="M8 .9 14 3v5.100c0 3.600-2.600 6-6 7.200-3.400-1.200-6-3.600-6-7.200V3z" fill="#2bb894"/><path d="m4.900 8.100 2.200 2.200 4-4.400" fill="none" stroke="#0f1318" stroke-width="1.900" stroke-linecap="round" stroke-linejoin="round"/>',
    contact: '<circle cx="8" cy="8" r="6.300" fill="#ffe14a" stroke="#0f1318" stroke-width="1.400"/><circle cx="8" cy="8" r="1.900" fill="#0f1318"/>',
    near: '<path d="M8 1.300 15.300 14.200H.7z" fill="#f08a24" stroke="#0f1318" stroke-opacity=".5" stroke-width=".8" stroke-linejoin="round"/><path d="M8 5.800v4M8 12v.1" stroke="#0f1318" stroke-width="1.800" stroke-linecap="round"/>',
    clash: '<path d="M5 .9h6L15.100 5v6L11 15.100H5L.9 11V5z" fill="#d63a2f"/><path d="m5.300 5.300 5.400 5.400m0-5.400-5.400 5.400" stroke="#fff" stroke-width="1.900" stroke-linecap="round"/>',
    ignored: '<circle cx="8" cy="8" r="5.600" fill="none" stroke="currentColor" stroke-width="1.600"/><path d="m4.200 11.800 7.600-7.600" stroke="currentColor" stroke-width="1.600"/>',
    recording: '<circle cx="8" cy="8" r="6.200" fill="none" stroke="#d63a2f" stroke-width="1.500"/><circle cx="8" cy="8" r="3.700" fill="#d63a2f"/>',
    none: '<circle cx="8" cy="8" r="5.600" fill="none" stroke="currentColor" stroke-width="1.500" stroke-dasharray="2.600 2.200"/>',
}

export type IconName = keyof typeof strokes

function svg(inner: string, name: string): SVGSVGElement {
    const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    element.setAttribute('viewBox', '0 0 16 16')
    element.setAttribute('class', name)
    element.setAttribute('aria-hidden', 'true')
    element.innerHTML = inner
    return element
}

export function icon(name: string): SVGSVGElement {
    return svg(`<path d="${strokes[name] ?? ''}"/>`, 'icon')
}

export function mark(name: Mark): SVGSVGElement {
    return svg(marks[name], `mark mark-${name}`)
}

export function logo(): SVGSVGElement {
    return svg('<path d="M2 13.500C2.500 7 7 2.800 13.800 2.500" fill="none" stroke="currentColor" stroke-width="2.100" stroke-linecap="round"/><circle cx="10" cy="10.300" r="3.900" fill="var(--accent)"/>', 'logo')
}
