// Turns a shape into what is drawn: corners with normals that are smooth up to a crease, and the edges along creases.

import { BufferAttribute, BufferGeometry } from 'three'
import type { Shape } from './model'

const smoothUpTo = Math.cos((34 * Math.PI) / 180)
const edgeFrom = Math.cos((24 * Math.PI) / 180)

export interface DrawnShape {
    triangles: BufferGeometry
    edges: BufferGeometry
    low: [number, number, number]
    high: [number, number, number]
}

export function drawnShape(shape: Shape): DrawnShape {
    const normals = triangleNormals(shape)
    const triangles = new BufferGeometry()
    triangles.setAttribute('position', new BufferAttribute(cornerPositions(shape), 3))
    triangles.setAttribute('normal', new BufferAttribute(cornerNormals(shape, normals), 3, true))
    const edges = new BufferGeometry()
    edges.setAttribute('position', new BufferAttribute(creases(shape, normals), 3))
    const low: [number, number, number] = [Infinity, Infinity, Infinity]
    const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
    const p = shape.positions
    for (let i = 0; i < p.length; i += 3) {
        for (let k = 0; k < 3; k++) {
            if (p[i + k] < low[k]) low[k] = p[i + k]
            if (p[i + k] > high[k]) high[k] = p[i + k]
        }
    }
    return { triangles, edges, low, high }
}

/** Only the triangles of one face of a shape, to be lit up. */
export function faceGeometry(shape: Shape, face: number): BufferGeometry {
    const geometry = new BufferGeometry()
    const out: number[] = []
    if (shape.faces) {
        for (let t = 0; t < shape.faces.length; t++) {
            if (shape.faces[t] !== face) continue
            for (let k = 0; k < 3; k++) {
                const v = 3 * shape.indices[3 * t + k]
                out.push(shape.positions[v], shape.positions[v + 1], shape.positions[v + 2])
            }
        }
    }
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(out), 3))
    return geometry
}

function triangleNormals({ positions: p, indices }: Shape): Float32Array {
    const out = new Float32Array(indices.length)
    for (let i = 0; i < indices.length; i += 3) {
        const a = 3 * indices[i], b = 3 * indices[i + 1], c = 3 * indices[i + 2]
        const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2]
        const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2]
        const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx
        const length = Math.hypot(x, y, z) || 1
        out[i] = x / length
        out[i + 1] = y / length
        out[i + 2] = z / length
    }
    return out
}

function cornerPositions({ positions, indices }: Shape): Float32Array {
    const out = new Float32Array(3 * indices.length)
    for (let i = 0; i < indices.length; i++) {
        const v = 3 * indices[i]
        out[3 * i] = positions[v]
        out[3 * i + 1] = positions[v + 1]
        out[3 * i + 2] = positions[v + 2]
    }
    return out
}

// The corners at each vertex, as ranges of one list.
function cornersOfVertices(indices: Uint32Array, vertices: number): { first: Uint32Array; corners: Uint32Array } {
    const first = new Uint32Array(vertices + 1)
    for (const v of indices) first[v + 1]++
    for (let v = 0; v < vertices; v++) first[v + 1] += first[v]
    const next = first.slice()
    const corners = new Uint32Array(indices.length)
    for (let i = 0; i < indices.length; i++) corners[next[indices[i]]++] = i
    return { first, corners }
}

// A corner's normal: the mean of the triangles round its vertex that are not across a crease, weighted by their angle.
function cornerNormals({ positions: p, indices }: Shape, normals: Float32Array): Int8Array {
    const { first, corners } = cornersOfVertices(indices, p.length / 3)
    const angle = cornerAngles(p, indices)
    const out = new Int8Array(3 * indices.length)
    for (let i = 0; i < indices.length; i++) {
        const own = i - (i % 3), v = indices[i]
        let x = 0, y = 0, z = 0
        for (let k = first[v]; k < first[v + 1]; k++) {
            const corner = corners[k], other = corner - (corner % 3)
            const along = normals[own] * normals[other] + normals[own + 1] * normals[other + 1] + normals[own + 2] * normals[other + 2]
            if (along < smoothUpTo) continue
            const w = angle[corner]
            x += w * normals[other]
            y += w * normals[other + 1]
            z += w * normals[other + 2]
        }
        const length = Math.hypot(x, y, z)
        const s = length > 0 ? 127 / length : 0
        out[3 * i] = Math.round(length > 0 ? x * s : 127 * normals[own])
        out[3 * i + 1] = Math.round(length > 0 ? y * s : 127 * normals[own + 1])
        out[3 * i + 2] = Math.round(length > 0 ? z * s : 127 * normals[own + 2])
    }
    return out
}

function cornerAngles(p: Float32Array, indices: Uint32Array): Float32Array {
    const out = new Float32Array(indices.length)
    for (let i = 0; i < indices.length; i++) {
        const own = i - (i % 3)
        const a = 3 * indices[i], b = 3 * indices[own + ((i + 1) % 3)], c = 3 * indices[own + ((i + 2) % 3)]
        const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2]
        const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2]
        const along = (ux * vx + uy * vy + uz * vz) / (Math.hypot(ux, uy, uz) * Math.hypot(vx, vy, vz) || 1)
        out[i] = Math.acos(Math.min(1, Math.max(-1, along)))
    }
    return out
}

// Edges where the surface ends or bends sharply, each once.
function creases({ positions: p, indices }: Shape, normals: Float32Array): Float32Array {
    const seen = new Map<number, number>()  // edge -> triangle that waits for its neighbour, or -1 if it is done
    const vertices = p.length / 3
    const sharp: number[] = []
    for (let i = 0; i < indices.length; i++) {
        const own = i - (i % 3)
        const a = indices[i], b = indices[own + ((i + 1) % 3)]
        const key = a < b ? a * vertices + b : b * vertices + a
        const other = seen.get(key)
        if (other === undefined) {
            seen.set(key, own)
        } else if (other >= 0) {
            const along = normals[own] * normals[other] + normals[own + 1] * normals[other + 1] + normals[own + 2] * normals[other + 2]
            if (along < edgeFrom) sharp.push(a, b)
            seen.set(key, -1)
        }
    }
    for (const [key, triangle] of seen) if (triangle >= 0) sharp.push(Math.floor(key / vertices), key % vertices)
    const out = new Float32Array(3 * sharp.length)
    sharp.forEach((v, k) => out.set(p.subarray(3 * v, 3 * v + 3), 3 * k))
    return out
}
