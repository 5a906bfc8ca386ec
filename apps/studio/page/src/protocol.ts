// What server and page say to each other: docs/studio-protocol.md. Types of all messages, and readers of the binary ones.

export const protocolVersion = 1
export type Vec3 = [number, number, number]
export type PoseNumbers = [number, number, number, number, number, number, number]  // x y z qx qy qz qw
export const none = 0xffffffff

// From the page to the server: the members of every command, beside `type` and `id`.
type Nothing = Record<string, never>
interface OfPath { path: number }
type MeasureEnd = { body: number; face?: number } | { point: Vec3 }

export interface Commands {
    hello: { protocol: number; session?: string | null; role?: 'driver' | 'watcher' }
    ping: Nothing
    ask_to_drive: Nothing
    hand_over: { yes: boolean }
    open: { demo: string; parameters?: Record<string, number> } | { files: string[] } | { recent: number }
    close: Nothing
    grab: { body: number; point: Vec3 }
    drag: { seq: number; point?: Vec3; turn?: Vec3; pose?: PoseNumbers }
    release: Nothing
    cancel_drag: Nothing
    nudge: { body: number; move?: Vec3; turn?: Vec3; frame?: 'world' | 'part' }
    place: { body: number; pose: PoseNumbers }
    throw: { body: number; velocity?: Vec3; spin?: Vec3 }
    set_lock: Lock
    set_world: { order?: 1 | 2; gravity?: Vec3; restitution?: number; friction?: number; paused?: boolean; keep_apart?: number }
    set_margin: { bodies: [number, number]; distance: number | null }
    step: { frames?: number }
    undo: Nothing
    redo: Nothing
    reset: Nothing
    snapshot: { name?: string }
    restore: { snapshot: number }
    forget: { snapshot: number }
    record: { on: boolean }
    load_path: { file: string }
    timeline: OfPath
    rename_path: OfPath & { name: string }
    delete_path: OfPath
    trim: OfPath & { from: number; until: number }
    simplify: OfPath & { tolerance: number }
    reverse: OfPath
    play: OfPath & { from?: number; speed?: number }
    scrub: OfPath & { at: number }
    stop: Nothing
    continue_from: OfPath & { at: number }
    check: OfPath & { clearance?: number; budget_s?: number }
    certify: OfPath & { clearance?: number; budget_s?: number }
    export: { path?: number; what: 'scene' | 'glb' }
    measure: { a: MeasureEnd; b: MeasureEnd }
    find_clashes: { clearance?: number }
    review_clash: { bodies: [number, number]; status: 'open' | 'accepted'; comment?: string }
    ignore: { bodies: [number, number]; on: boolean }
    save: Nothing
    cancel: { task: number }
    audit: Nothing
}
export type CommandType = keyof Commands

// From the server to the page.
export interface Welcome { type: 'welcome'; protocol: number; version: string; session: string; server: string; you: number; frame: number; audit: boolean }
export interface People { type: 'people'; driver: number | null; watching: number; asks: number | null; until: number | null }
export interface DemoInfo { name: string; title: string; task: string; facts: string }
export interface Recent { name: string; file: string; when: string; exists: boolean }
export interface Start { type: 'start'; open: boolean; demos: DemoInfo[]; recent: Recent[] }
export interface SceneBody {
    name: string; product: string; colour: string | null; mesh: number; moves: boolean; pose: PoseNumbers; centre: Vec3
    mass: number | null; solid: boolean; deviation: number
}
export interface SceneMesh { triangles: number; vertices: number; box: [Vec3, Vec3] }
export interface SceneJoint { body: number; parent: number | null; kind: 'revolute' | 'prismatic' | 'fixed'; axis: Vec3; origin: Vec3; limits: [number, number] | null }
export interface ScenePath { body: number; poses: PoseNumbers[] }
export interface SceneMessage {
    type: 'scene'; scene: number; restored: string | null; name: string; file: string; unit: string; size: number; box: [Vec3, Vec3]; missing: string[]
    deviation: number | null; bodies: SceneBody[]; meshes: SceneMesh[]; joints: SceneJoint[]; paths: ScenePath[]; seats: { bodies: [number, number]; depth: number }[]
}
export interface Lock { move: [boolean, boolean, boolean]; turn: [boolean, boolean, boolean]; frame: 'world' | 'part' }
export interface World {
    type: 'world'; order: 1 | 2; gravity: Vec3; restitution: number; friction: number; paused: boolean; keep_apart: number
    margins: { bodies: [number, number]; distance: number }[]; ignored: [number, number][]; lock: Lock; grabbed: number | null
}
export interface Snapshot { snapshot: number; name: string; when: string }
export interface History { type: 'history'; can_undo: string | null; can_redo: string | null; snapshots: Snapshot[]; saved: string | null }
export type Verdict = 'not_checked' | 'proved' | 'clear' | 'contact' | 'overlap_at_start' | 'undecided' | 'certified'
export interface PathInfo {
    path: number; name: string; bodies: number[]; stops: number; seconds: number; from: string; verdict: Verdict; proved_until: number | null
    proved_gap: number | null; depth: number | null; clearance: number | null; scene: string | null; certificate: string | null
}
export interface Paths { type: 'paths'; paths: PathInfo[]; recording: boolean }
export interface TimelineMark { from: number; until: number; kind: 'contact' | 'undecided'; bodies: [number, number] | null; point: Vec3 | null }
export interface Timeline {
    type: 'timeline'; path: number; times: number[]; clearance: (number | null)[]; contacts: number[]; keep_apart: number | null; marks: TimelineMark[]
}
export interface Clash {
    bodies: [number, number]; kind: string; is_clash: boolean; distance: number; penetration: [number, number] | null; point: Vec3 | null
    status: 'open' | 'accepted'; comment: string; ignored: boolean; gone: boolean
}
export interface Clashes { type: 'clashes'; clearance: number | null; stale: boolean; checked: number | null; clashes: Clash[]; ignored: [number, number][] }
export interface Task { type: 'task'; task: number; what: string; done: number | null; left_s: number | null; state: 'running' | 'cancelling' | 'done' | 'cancelled' | 'failed' }
export interface Done { type: 'done'; id: number; [key: string]: unknown }
export interface Failure { type: 'error'; id?: number | null; code: string; message: string; remedy: string }
export interface ContactNews { type: 'contact'; bodies: [number, number]; began: boolean }

export type Message =
    Welcome | People | Start | SceneMessage | World | History | Paths | Timeline | Clashes | Task | Done | Failure | ContactNews

export interface FrameContact { bodies: [number, number]; faces: [number, number]; points: [Vec3, Vec3]; normal: Vec3; distance: number; push: number }

export enum Badge { Certified = 0, CertifiedToDepth = 1, Replay = 2, NotChecked = 3 }

export interface Frame {
    scene: number; frame: number; seconds: number; seq: number; least: [number, number]; provedGap: number; depth: number; push: number; lag: number
    grabbedAt: Vec3; wantedAt: Vec3; wanted: PoseNumbers; badge: Badge
    paused: boolean; replay: boolean; recording: boolean; grabbed: boolean; late: boolean; blocked: boolean; asleep: boolean
    body: number; leastBodies: [number, number]; stepMs: number; stop: number; path: number
    poses: { body: number; pose: PoseNumbers }[]
    contacts: FrameContact[]
}

const frameMagic = 0x31465a47, geometryMagic = 0x31475a47
const frameHead = 232, poseBytes = 64, contactBytes = 112

export function readFrame(buffer: ArrayBuffer): Frame | null {
    const view = new DataView(buffer)
    if (buffer.byteLength < frameHead || view.getUint32(0, true) !== frameMagic) return null
    const u = (at: number) => view.getUint32(at, true), d = (at: number) => view.getFloat64(at, true)
    const three = (at: number): Vec3 => [d(at), d(at + 8), d(at + 16)]
    const pose = (at: number): PoseNumbers => [d(at), d(at + 8), d(at + 16), d(at + 24), d(at + 32), d(at + 40), d(at + 48)]
    const flags = u(180), poses = u(212), contacts = u(216)
    if (buffer.byteLength < frameHead + poseBytes * poses + contactBytes * contacts) return null
    const contactsAt = frameHead + poseBytes * poses
    return {
        scene: u(4), frame: d(8), seconds: d(16), seq: d(24), least: [d(32), d(224)], provedGap: d(40), depth: d(48), push: d(56), lag: d(64),
        grabbedAt: three(72), wantedAt: three(96), wanted: pose(120), badge: u(176),
        paused: (flags & 1) !== 0, replay: (flags & 2) !== 0, recording: (flags & 4) !== 0, grabbed: (flags & 8) !== 0, late: (flags & 16) !== 0,
        blocked: (flags & 32) !== 0, asleep: (flags & 64) !== 0,
        body: u(184), leastBodies: [u(188), u(192)], stepMs: view.getFloat32(196, true), stop: d(200), path: u(208),
        poses: Array.from({ length: poses }, (_, k) => ({ body: u(frameHead + poseBytes * k), pose: pose(frameHead + poseBytes * k + 8) })),
        contacts: Array.from({ length: contacts }, (_, k) => {
            const at = contactsAt + contactBytes * k
            return {
                bodies: [u(at), u(at + 4)], faces: [u(at + 16), u(at + 20)], points: [three(at + 24), three(at + 48)],
                normal: three(at + 72), distance: d(at + 96), push: d(at + 104),
            } as FrameContact
        }),
    }
}

export interface FaceInfo { name: string; kind?: string; colour?: string | null; part?: number }
export interface MeshGeometry { mesh: number; positions: Float32Array; indices: Uint32Array; faces: Uint32Array; names: FaceInfo[]; parts: string[] }

/** All meshes of an answer of `GET /geometry`; throws a sentence if it is damaged. */
export function readGeometry(buffer: ArrayBuffer): MeshGeometry[] {
    const out: MeshGeometry[] = []
    const view = new DataView(buffer)
    let at = 0
    while (at + 56 <= buffer.byteLength) {
        if (view.getUint32(at, true) !== geometryMagic) throw new Error('The geometry arrived damaged.')
        const [mesh, vertices, triangles, edges, , json, bytes] = Array.from({ length: 7 }, (_, k) => view.getUint32(at + 4 + 4 * k, true))
        if (bytes < 56 || at + bytes > buffer.byteLength) throw new Error('The geometry arrived cut off.')
        const origin = [32, 40, 48].map((k) => view.getFloat64(at + k, true))
        let next = at + 56
        const take = (count: number) => (next += 4 * count) - 4 * count
        const positions = new Float32Array(buffer.slice(take(3 * vertices), next))
        for (let k = 0; k < positions.length; k++) positions[k] += origin[k % 3]
        const indices = new Uint32Array(buffer, take(3 * triangles), 3 * triangles)
        const faces = new Uint32Array(buffer, take(triangles), triangles)
        take(2 * edges)
        const text = new TextDecoder().decode(new Uint8Array(buffer, next, json)).replace(/\0+$/, '')
        const told = text ? (JSON.parse(text) as { faces?: FaceInfo[]; parts?: string[] }) : {}
        out.push({ mesh, positions, indices, faces, names: told.faces ?? [], parts: told.parts ?? [] })
        at += bytes
    }
    return out
}
