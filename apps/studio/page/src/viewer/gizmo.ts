// Handles for moving and turning a body along its axes: three arrows, three arcs. They keep their size in pixels.

import { BufferGeometry, ConeGeometry, CylinderGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, Object3D, Quaternion, Scene as Graph, SphereGeometry, TorusGeometry, Vector3 } from 'three'
import type { CameraRig } from './camera'

export interface Handle {
    kind: 'move' | 'turn'
    axis: 0 | 1 | 2
}

export const axisColors = [0xf2555a, 0x39b36b, 0x4c8dff] as const
const armPixels = 104, reachPixels = 12
const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)]

export class Gizmo {
    private readonly group = new Group()
    private readonly parts: { handle: Handle; materials: MeshBasicMaterial[]; object: Object3D }[] = []
    private hovered: Handle | null = null
    kind: 'move' | 'turn' = 'move'
    shown = false

    constructor(graph: Graph) {
        for (const axis of [0, 1, 2] as const) {
            this.addArrow(axis)
            this.addArc(axis)
        }
        const middle = new Mesh(new SphereGeometry(0.05, 16, 12), new MeshBasicMaterial({ color: 0xffffff, depthTest: false, transparent: true }))
        middle.renderOrder = 68
        this.group.add(middle)
        graph.add(this.group)
    }

    set(at: Vector3 | null, turned: Quaternion): void {
        this.shown = at !== null
        if (at) this.group.position.copy(at)
        this.group.quaternion.copy(turned)
    }

    /** Marks a handle; true if that changed anything. */
    hover(handle: Handle | null): boolean {
        if (same(handle, this.hovered)) return false
        this.hovered = handle
        return true
    }

    axis(handle: Handle): Vector3 {
        return axes[handle.axis].clone().applyQuaternion(this.group.quaternion)
    }

    get position(): Vector3 {
        return this.group.position
    }

    update(rig: CameraRig): void {
        this.group.visible = this.shown
        this.group.scale.setScalar(armPixels * rig.unitsPerPixel(this.group.position))
        for (const { handle, materials, object } of this.parts) {
            object.visible = handle.kind === this.kind
            const faint = this.hovered !== null && !same(handle, this.hovered)
            for (const material of materials) material.opacity = faint ? 0.35 : 1
        }
    }

    /** The handle under a pixel. */
    pick(x: number, y: number, rig: CameraRig): Handle | null {
        if (!this.shown) return null
        const place = new Matrix4().compose(this.group.position, this.group.quaternion, new Vector3().setScalar(armPixels * rig.unitsPerPixel(this.group.position)))
        let best = reachPixels, found: Handle | null = null
        for (const { handle } of this.parts) {
            if (handle.kind !== this.kind) continue
            const pixels = outline(handle).map((p) => rig.project(p.applyMatrix4(place)))
            for (let k = 1; k < pixels.length; k++) {
                const distance = toSegment(x, y, pixels[k - 1], pixels[k])
                if (distance < best) {
                    best = distance
                    found = handle
                }
            }
        }
        return found
    }

    private addArrow(axis: 0 | 1 | 2): void {
        const object = new Group()
        const materials = [0x0f1318, axisColors[axis]].map((color, k) => {
            const material = new MeshBasicMaterial({ color, depthTest: false, transparent: true })
            const wide = k === 0 ? 0.012 : 0
            this.piece(object, new CylinderGeometry(0.014 + wide, 0.014 + wide, 0.72, 10), material, 0.5, 66 + k)
            this.piece(object, new ConeGeometry(0.06 + wide, 0.2 + 2 * wide, 18), material, 0.92, 66 + k)
            return material
        })
        object.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), axes[axis])
        this.group.add(object)
        this.parts.push({ handle: { kind: 'move', axis }, materials, object })
    }

    private addArc(axis: 0 | 1 | 2): void {
        const object = new Group()
        const materials = [0x0f1318, axisColors[axis]].map((color, k) => {
            const material = new MeshBasicMaterial({ color, depthTest: false, transparent: true })
            this.piece(object, new TorusGeometry(0.9, k === 0 ? 0.028 : 0.016, 8, 72), material, 0, 66 + k)
            return material
        })
        object.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), axes[axis])
        this.group.add(object)
        this.parts.push({ handle: { kind: 'turn', axis }, materials, object })
    }

    private piece(parent: Object3D, geometry: BufferGeometry, material: MeshBasicMaterial, y: number, order: number): void {
        const mesh = new Mesh(geometry, material)
        mesh.position.y = y
        mesh.renderOrder = order
        mesh.frustumCulled = false
        parent.add(mesh)
    }
}

function same(a: Handle | null, b: Handle | null): boolean {
    return a === b || (a !== null && b !== null && a.kind === b.kind && a.axis === b.axis)
}

function outline({ kind, axis }: Handle): Vector3[] {
    if (kind === 'move') return [0.18, 1.04].map((t) => axes[axis].clone().multiplyScalar(t))
    const u = axes[(axis + 1) % 3], v = axes[(axis + 2) % 3]
    return Array.from({ length: 49 }, (_, k) => {
        const angle = (2 * Math.PI * k) / 48
        return u.clone().multiplyScalar(0.9 * Math.cos(angle)).addScaledVector(v, 0.9 * Math.sin(angle))
    })
}

function toSegment(x: number, y: number, a: { x: number; y: number }, b: { x: number; y: number }): number {
    const dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy
    const t = length > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0
    return Math.hypot(x - a.x - t * dx, y - a.y - t * dy)
}
