// What a report file holds, as graze writes it (apps/cli/report_data.h), and its geometry unpacked.

import type { Pose, Shape } from '../../src/viewer'

export type Triple = [number, number, number]

export interface Finding {
    id: number
    kind: string
    clash: boolean
    bodies: [number, number]
    what: string
    amount: number | null  // depth or distance; what sorts
    amountText: string
    place: Triple
    normal: Triple
    at: number | null  // on the time axis: segment + t
    surfaces: [string, string]
    picture: string | null
    status: string
    comment: string
    known: string  // 'new', 'known': whether the last report had it
}

export interface Report {
    graze_report: 1
    kind: 'path' | 'clash' | 'audit'
    title: string
    made: string
    version: string
    command: string
    unit: string
    tone: 'good' | 'bad' | 'open'
    verdict: string
    sentence: string
    guaranteed: string[]
    unchecked: string[]
    tightest: string | null
    facts: [string, string][]
    inputs: { path: string; bytes: number; sha256: string }[]
    verify: string[]
    hero: string | null
    findings: Finding[]
    gone: { bodies: [string, string]; comment: string; status: string }[]
    segments: number
    scene: {
        shapes: { vertices: number; triangles: number; low: Triple; high: Triple }[]
        bodies: { name: string; shape: number; color: number; pose: number[] }[]
    }
    tracks: { body: number; perSegment: number; poses: number[] }[]
    profile: { stretches: number[]; limit: number | null; tolerance: number; meetsGap: boolean; low: [number, number][] } | null
    worst: { at: number; bodies: [number, number]; points: [Triple, Triple]; distance: [number, number] } | null
    review: string
    answer: unknown
}

export function readReport(): Report {
    const text = document.getElementById('graze-report')?.textContent
    if (!text) throw new Error('this page has no data: it is written by graze --report')
    return JSON.parse(text) as Report
}

export function poseOf(numbers: ArrayLike<number>, at = 0): Pose {
    return {
        position: [numbers[at], numbers[at + 1], numbers[at + 2]],
        rotation: [numbers[at + 3], numbers[at + 4], numbers[at + 5], numbers[at + 6]],
    }
}

async function inflated(base64: string): Promise<Uint8Array> {
    const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Positions are 16-bit differences along each axis, low bytes before high ones; indices are differences, seven bits a byte. */
export async function readShapes(report: Report): Promise<Shape[]> {
    const text = document.getElementById('graze-geometry')?.textContent ?? ''
    const bytes = await inflated(text.trim())
    let at = 0
    const unzigzag = (x: number): number => (x & 1 ? -((x + 1) / 2) : x / 2)
    return report.scene.shapes.map(({ vertices, triangles, low, high }) => {
        const positions = new Float32Array(3 * vertices)
        for (let axis = 0; axis < 3; axis++) {
            let value = 0
            const step = (high[axis] - low[axis]) / 65535
            for (let i = 0; i < vertices; i++) {
                value = (value + unzigzag(bytes[at + i] + 256 * bytes[at + vertices + i])) & 0xffff
                positions[3 * i + axis] = low[axis] + value * step
            }
            at += 2 * vertices
        }
        const indices = new Uint32Array(3 * triangles)
        let index = 0
        for (let i = 0; i < 3 * triangles; i++) {
            let value = 0, scale = 1
            for (;;) {
                const byte = bytes[at++]
                value += (byte & 127) * scale
                if (byte < 128) break
                scale *= 128
            }
            index += unzigzag(value)
            indices[i] = index
        }
        return { positions, indices }
    })
}

/** Between two samples the way is drawn straight, and the turn by the short way: for the picture alone. */
export function trackPose(track: Report['tracks'][number], at: number): Pose {
    const last = track.poses.length / 7 - 1
    const x = Math.min(last, Math.max(0, at * track.perSegment))
    const i = Math.min(last - 1, Math.floor(x)), s = x - i
    const a = poseOf(track.poses, 7 * i), b = poseOf(track.poses, 7 * (i + 1))
    const dot = a.rotation.reduce((sum, q, k) => sum + q * b.rotation[k], 0), sign = dot < 0 ? -1 : 1
    const q = a.rotation.map((x, k) => (1 - s) * x + s * sign * b.rotation[k])
    const length = Math.hypot(...q)
    return {
        position: a.position.map((x, k) => (1 - s) * x + s * b.position[k]) as Triple,
        rotation: q.map((x) => x / length) as [number, number, number, number],
    }
}

export interface Stretch { from: number; until: number; lo: number; hi: number }

export function stretchesOf(report: Report): Stretch[] {
    const flat = report.profile?.stretches ?? []
    const list: Stretch[] = []
    for (let i = 0; i < flat.length; i += 4) {
        const from = flat[i] + flat[i + 1]
        const until = i + 4 < flat.length ? flat[i + 4] + flat[i + 5] : report.segments
        list.push({ from, until, lo: flat[i + 2], hi: flat[i + 3] })
    }
    return list
}

export function stretchAt(list: Stretch[], at: number): Stretch | null {
    let low = 0, high = list.length - 1
    if (high < 0) return null
    while (low < high) {
        const middle = (low + high + 1) >> 1
        if (list[middle].from <= at) low = middle
        else high = middle - 1
    }
    return list[low]
}
