// Draws all instances of one shape at once: solid ones, transparent ones, their edges, and what a section's caps need.

import {
    Color, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, LineBasicMaterial, LineSegments, Material, Matrix4,
    MeshBasicMaterial, MeshPhongMaterial, Scene as Graph, DoubleSide, BackSide, FrontSide, IncrementWrapStencilOp,
    DecrementWrapStencilOp, AlwaysStencilFunc, Plane,
} from 'three'
import type { DrawnShape } from './shapes'

export interface Look {
    hidden: boolean
    dim: boolean
    selected: boolean
    hovered: boolean
}

export interface Palette {
    edge: number
    selectedEdge: number
    dimOpacity: number
}

/** Materials that all batches share. */
export class Materials {
    readonly solid = new MeshPhongMaterial({ side: DoubleSide, shininess: 22, specular: 0x1c1f24, polygonOffset: true, polygonOffsetFactor: 1.2, polygonOffsetUnits: 1.5 })
    readonly clear = new MeshPhongMaterial({ side: DoubleSide, shininess: 8, transparent: true, opacity: 0.12, depthWrite: false })
    readonly edges = new LineBasicMaterial({ transparent: true, opacity: 0.72 })
    readonly clearEdges = new LineBasicMaterial({ transparent: true, opacity: 0.12, depthWrite: false })
    readonly capBack = stencil(BackSide)
    readonly capFront = stencil(FrontSide)

    get all(): Material[] {
        return [this.solid, this.clear, this.edges, this.clearEdges, this.capBack, this.capFront]
    }

    cut(planes: Plane[]): void {
        for (const material of this.all) material.clippingPlanes = planes.length ? planes : null
    }
}

function stencil(side: typeof BackSide | typeof FrontSide): MeshBasicMaterial {
    const op = side === BackSide ? IncrementWrapStencilOp : DecrementWrapStencilOp
    return new MeshBasicMaterial({
        side, colorWrite: false, depthWrite: false, depthTest: false, stencilWrite: true, stencilFunc: AlwaysStencilFunc,
        stencilFail: op, stencilZFail: op, stencilZPass: op,
    })
}

// three draws lines as instances if they claim to be an instanced mesh.
interface InstancedLines extends LineSegments {
    isInstancedMesh: boolean
    instanceMatrix: InstancedBufferAttribute
    instanceColor: InstancedBufferAttribute | null
    morphTexture: null
    count: number
}

function instancedLines(drawn: DrawnShape, material: LineBasicMaterial, capacity: number): InstancedLines {
    const lines = new LineSegments(drawn.edges, material) as unknown as InstancedLines
    lines.isInstancedMesh = true
    lines.instanceMatrix = new InstancedBufferAttribute(new Float32Array(16 * capacity), 16)
    lines.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3)
    lines.morphTexture = null
    lines.count = 0
    lines.frustumCulled = false
    return lines
}

interface Layer {
    mesh: InstancedMesh
    lines: InstancedLines
    members: number[]
}

export class Batch {
    private readonly solid: Layer
    private readonly clear: Layer
    private readonly caps: InstancedMesh[]
    private readonly place = new Map<number, { layer: Layer; at: number }>()
    private capsOn = false

    constructor(
        graph: Graph, readonly drawn: DrawnShape, readonly instances: number[], materials: Materials, capped: boolean,
    ) {
        const layer = (material: MeshPhongMaterial, line: LineBasicMaterial, order: number): Layer => {
            const mesh = new InstancedMesh(drawn.triangles, material, instances.length)
            mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * instances.length), 3)
            mesh.instanceMatrix.setUsage(DynamicDrawUsage)
            mesh.frustumCulled = false
            const lines = instancedLines(drawn, line, instances.length)
            mesh.renderOrder = order
            lines.renderOrder = order + 1
            graph.add(mesh, lines)
            return { mesh, lines, members: [] }
        }
        this.solid = layer(materials.solid, materials.edges, 10)
        this.clear = layer(materials.clear, materials.clearEdges, 30)
        this.caps = capped ? [materials.capBack, materials.capFront].map((material) => {
            const mesh = new InstancedMesh(drawn.triangles, material, instances.length)
            mesh.frustumCulled = false
            mesh.renderOrder = 1
            mesh.visible = false
            mesh.instanceMatrix = this.solid.mesh.instanceMatrix
            graph.add(mesh)
            return mesh
        }) : []
    }

    /** Sorts instances into layers by their looks. */
    sort(looks: Look[], colors: number[], matrices: Matrix4[], palette: Palette, edges: boolean): void {
        this.place.clear()
        for (const layer of [this.solid, this.clear]) layer.members.length = 0
        for (const instance of this.instances) {
            const look = looks[instance]
            if (look.hidden) continue
            const layer = look.dim ? this.clear : this.solid
            this.place.set(instance, { layer, at: layer.members.length })
            layer.members.push(instance)
        }
        const color = new Color(), edge = new Color()
        for (const { mesh, lines, members } of [this.solid, this.clear]) {
            members.forEach((instance, at) => {
                const { selected, hovered } = looks[instance]
                color.setHex(colors[instance])
                if (selected) color.lerp(edge.setHex(palette.selectedEdge), 0.1)
                if (hovered) color.lerp(edge.setHex(0xffffff), 0.1)
                mesh.setColorAt(at, color)
                edge.setHex(selected ? palette.selectedEdge : palette.edge).toArray(lines.instanceColor!.array, 3 * at)
                mesh.setMatrixAt(at, matrices[instance])
                matrices[instance].toArray(lines.instanceMatrix.array, 16 * at)
            })
            mesh.count = lines.count = members.length
            mesh.visible = members.length > 0
            lines.visible = edges && members.length > 0
            mesh.instanceMatrix.needsUpdate = lines.instanceMatrix.needsUpdate = true
            mesh.instanceColor!.needsUpdate = lines.instanceColor!.needsUpdate = true
        }
        this.showCaps(this.capsOn)
    }

    move(instance: number, matrix: Matrix4): void {
        const place = this.place.get(instance)
        if (!place) return
        place.layer.mesh.setMatrixAt(place.at, matrix)
        matrix.toArray(place.layer.lines.instanceMatrix.array, 16 * place.at)
        place.layer.mesh.instanceMatrix.needsUpdate = place.layer.lines.instanceMatrix.needsUpdate = true
    }

    showEdges(on: boolean): void {
        for (const { lines, members } of [this.solid, this.clear]) lines.visible = on && members.length > 0
    }

    showCaps(on: boolean): void {
        this.capsOn = on
        for (const cap of this.caps) {
            cap.count = this.solid.members.length
            cap.visible = on && cap.count > 0
        }
    }

    remove(graph: Graph): void {
        for (const layer of [this.solid, this.clear]) {
            graph.remove(layer.mesh, layer.lines)
            layer.mesh.dispose()
        }
        for (const cap of this.caps) graph.remove(cap)
        this.drawn.triangles.dispose()
        this.drawn.edges.dispose()
    }
}
