// Numbers and names as they are read.

import type { Vec3 } from './protocol'

export const minus = '\u2212', thin = '\u2009'

export function count(n: number): string {
    return n.toLocaleString('en-US')
}

/** A length with as many digits as are worth reading. */
export function length(value: number, digits?: number): string {
    if (!Number.isFinite(value)) return 'far'
    const size = Math.abs(value)
    if (digits === undefined && size > 0 && size < 0.0001) return '< 0.0001'
    const places = digits ?? (size >= 1000 ? 0 : size >= 100 ? 1 : size >= 0.01 || size === 0 ? 2 : size >= 0.001 ? 3 : 4)
    const text = size.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
    return value < 0 && Number(value.toFixed(places)) !== 0 ? minus + text : text
}

/** Lower bounds are rounded down, so that what is read is still proved. */
export function lengthDown(value: number): string {
    if (!Number.isFinite(value)) return 'far'
    const size = Math.abs(value)
    if (size < 0.000001) return '0'
    const places = size >= 100 ? 1 : size >= 0.1 ? 2 : size >= 0.001 ? 4 : 6
    return length(Math.floor(value * 10 ** places) / 10 ** places, places)
}

export function clock(seconds: number): string {
    const m = Math.floor(seconds / 60), s = seconds - 60 * m
    return `${m}:${s < 10 ? '0' : ''}${s.toFixed(1)}`
}

/** "side_outer_left" is read as "side outer left"; of a/b/c the last is read. */
export function plain(name: string): string {
    return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

export function degrees(radians: number): number {
    return (radians * 180) / Math.PI
}

export function today(when: string): string {
    const date = new Date(when)
    if (Number.isNaN(date.getTime())) return when
    const days = Math.floor((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000)
    const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    return days === 0 ? `today ${time}` : days === 1 ? `yesterday ${time}` : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

export function sum(a: Vec3, b: Vec3): Vec3 {
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
