// Makes what the viewer shows of what the server told: bodies become rows of parts, each an instance of a piece of a mesh.

import type { MeshGeometry, PoseNumbers, SceneMessage } from './protocol'
import { identityPose, type Instance, type Pose, type Scene, type Shape } from './viewer'

export interface Part {
    name: string
    body: number
    instance: number
}

export interface Assembly {
    scene: Scene
    parts: Part[]  // one per instance
    partsOfBody: number[][]
    instanceOfFace: (body: number, face: number) => number | null
    faceName: (body: number, face: number) => string | null
}

interface Piece { name: string; colour: string | null; shape: number }
interface Pieces { pieces: Piece[]; pieceOfFace: Uint32Array | null; names: string[] }

const mostPieces = 4000
const fixedColours = [0xb4bac3, 0xa6adb8, 0xbec3ca, 0x9aa3af], movingColours = [0xb3262a, 0x2f78c4, 0xd18a1f, 0x3a9a6c, 0x8a5cc0]

export function poseFrom(p: PoseNumbers): Pose {
    return { position: [p[0], p[1], p[2]], rotation: [p[3], p[4], p[5], p[6]] }
}

export function numbersOf({ position, rotation }: Pose): PoseNumbers {
    return [...position, ...rotation]
}

export function assemble(told: SceneMessage, meshes: MeshGeometry[]): Assembly {
    const users = new Array<number>(told.meshes.length).fill(0)
    for (const body of told.bodies) users[body.mesh]++
    const shapes: Shape[] = []
    const byMesh = new Map<number, Pieces>()
    for (const mesh of meshes) byMesh.set(mesh.mesh, split(mesh, users[mesh.mesh], shapes))
    const instances: Instance[] = [], parts: Part[] = []
    const partsOfBody: number[][] = []
    let moving = 0
    told.bodies.forEach((body, index) => {
        const own = partsOfBody[index] = [] as number[]
        const colour = parseColour(body.colour) ?? (body.moves ? movingColours[moving++ % movingColours.length] : fixedColours[body.mesh % fixedColours.length])
        for (const piece of byMesh.get(body.mesh)?.pieces ?? []) {
            own.push(instances.length)
            parts.push({ name: piece.name || body.name, body: index, instance: instances.length })
            instances.push({ name: piece.name, body: index, shape: piece.shape, color: parseColour(piece.colour) ?? colour, inBody: identityPose })
        }
    })
    const bodies = told.bodies.map(({ name, moves, pose }) => ({ name, moving: moves, pose: poseFrom(pose) }))
    return {
        scene: { shapes, instances, bodies }, parts, partsOfBody,
        instanceOfFace: (body, face) => {
            const pieces = byMesh.get(told.bodies[body]?.mesh)
            if (!pieces) return null
            return partsOfBody[body][pieces.pieceOfFace ? pieces.pieceOfFace[face] ?? 0 : 0] ?? null
        },
        faceName: (body, face) => byMesh.get(told.bodies[body]?.mesh)?.names[face] ?? null,
    }
}

export function parseColour(text: string | null | undefined): number | null {
    return text && /^#[0-9a-fA-F]{6}$/.test(text) ? parseInt(text.slice(1), 16) : null
}

// A mesh that one or few bodies use is taken apart into its parts; one that thousands share stays one.
function split(mesh: MeshGeometry, users: number, shapes: Shape[]): Pieces {
    const { names, pieceOf, colours } = partsByFace(mesh)
    const faceNames = mesh.names.map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
    const whole = { positions: mesh.positions, indices: mesh.indices, faces: mesh.faces, faceNames }
    if (names.length < 2 || names.length * users > mostPieces) {
        shapes.push(whole)
        return { pieces: [{ name: '', colour: colours[0] ?? null, shape: shapes.length - 1 }], pieceOfFace: null, names: faceNames }
    }
    const counts = new Uint32Array(names.length)
    for (const face of mesh.faces) counts[pieceOf[face]]++
    const indices = names.map((_, k) => new Uint32Array(3 * counts[k])), faces = names.map((_, k) => new Uint32Array(counts[k]))
    const next = new Uint32Array(names.length)
    for (let t = 0; t < mesh.faces.length; t++) {
        const piece = pieceOf[mesh.faces[t]], at = next[piece]++
        indices[piece].set(mesh.indices.subarray(3 * t, 3 * t + 3), 3 * at)
        faces[piece][at] = mesh.faces[t]
    }
    const pieces = names.map((name, k) => {
        shapes.push({ ...compact(mesh.positions, indices[k]), faces: faces[k], faceNames })
        return { name, colour: colours[k] ?? null, shape: shapes.length - 1 }
    })
    return { pieces, pieceOfFace: pieceOf, names: faceNames }
}

function partsByFace(mesh: MeshGeometry): { names: string[]; pieceOf: Uint32Array; colours: (string | null)[] } {
    const count = mesh.names.length || mesh.faces.reduce((most, face) => Math.max(most, face + 1), 0)
    const pieceOf = new Uint32Array(count)
    if (mesh.parts.length) {
        const colours = mesh.parts.map(() => null as string | null)
        mesh.names.forEach(({ part, colour }, face) => {
            pieceOf[face] = part ?? 0
            colours[pieceOf[face]] ??= colour ?? null
        })
        return { names: mesh.parts, pieceOf, colours }
    }
    const places = new Map<string, number>()
    const colours: (string | null)[] = []
    mesh.names.forEach(({ name, colour }, face) => {
        const slash = name.lastIndexOf('/')
        const part = slash > 0 ? name.slice(0, slash) : ''
        if (!places.has(part)) {
            places.set(part, places.size)
            colours.push(colour ?? null)
        }
        pieceOf[face] = places.get(part)!
    })
    return { names: [...places.keys()], pieceOf, colours }
}

function compact(positions: Float32Array, indices: Uint32Array): { positions: Float32Array; indices: Uint32Array } {
    const places = new Map<number, number>()
    const renumbered = new Uint32Array(indices.length)
    const out: number[] = []
    indices.forEach((v, k) => {
        let place = places.get(v)
        if (place === undefined) {
            places.set(v, (place = places.size))
            out.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2])
        }
        renumbered[k] = place
    })
    return { positions: new Float32Array(out), indices: renumbered }
}
