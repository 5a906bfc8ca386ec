// What is laid over the scene: contacts, the ghost and its spring, lit faces, lines with ends. All keep their size in pixels.

import {
    AdditiveBlending, BufferGeometry, CanvasTexture, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments,
    Matrix4, Mesh, MeshBasicMaterial, Quaternion, Scene as Graph, Sprite, SpriteMaterial, SRGBColorSpace, Texture, Vector2, Vector3,
} from 'three'
import { Line2 } from 'three/examples/jsm/lines/Line2.js'
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js'
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js'
import type { CameraRig } from './camera'
import type { ContactMark } from './model'

const ballPixels = 17, arrowPixels = 30, mostBalls = 12
const yellow = 0xffe14a, ink = 0x0f1318

export class Marks {
    private readonly balls: Sprite[] = []
    private readonly arrows: Group[] = []
    private contacts: ContactMark[] = []
    private readonly textures = new Map<number, Texture>()
    private readonly ghost = new Group()
    private readonly ghostFill = new MeshBasicMaterial({ color: 0x62a8ff, transparent: true, opacity: 0.085, depthWrite: false, side: DoubleSide })
    private readonly ghostEdges = new LineBasicMaterial({ color: 0x8fc1ff, transparent: true, opacity: 0.62, depthTest: false })
    private readonly spring = fatLine(0xffffff, 2)
    private readonly springRim = fatLine(ink, 4.5)
    private readonly measure = fatLine(0xffe14a, 2.2)
    private readonly measureRim = fatLine(ink, 4.6)
    private readonly grabbed = new Sprite(new SpriteMaterial({ map: dot('#62a8ff', '#ffffff'), depthTest: false, transparent: true }))
    private readonly ends = [0, 1].map(() => new Sprite(new SpriteMaterial({ map: dot('#ffe14a', '#0f1318'), depthTest: false, transparent: true })))
    private springEnds: [Vector3, Vector3] | null = null
    private measured: [Vector3, Vector3] | null = null
    private readonly lit = new Group()
    private readonly litMaterial = new MeshBasicMaterial({
        color: yellow, transparent: true, opacity: 0.5, side: DoubleSide, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1,
    })
    private readonly litGlow = new MeshBasicMaterial({
        color: yellow, transparent: true, opacity: 0.16, side: DoubleSide, depthTest: false, depthWrite: false, blending: AdditiveBlending,
    })

    constructor(private readonly graph: Graph) {
        this.ghost.visible = false
        this.ghost.matrixAutoUpdate = false
        for (const [object, order] of [[this.springRim, 60], [this.spring, 61], [this.grabbed, 62], [this.measureRim, 57], [this.measure, 58], [this.ends[0], 59], [this.ends[1], 59]] as const) {
            object.renderOrder = order
            object.visible = false
            object.frustumCulled = false
            graph.add(object)
        }
        graph.add(this.ghost, this.lit)
    }

    setContacts(contacts: ContactMark[]): void {
        this.contacts = contacts.slice(0, mostBalls)
        while (this.balls.length < this.contacts.length) this.addBall(this.balls.length + 1)
        this.balls.forEach((ball, k) => (ball.visible = this.arrows[k].visible = k < this.contacts.length))
    }

    setSpring(from: Vector3 | null, to: Vector3 | null): void {
        this.springEnds = from && to ? [from, to] : null
    }

    setMeasured(from: Vector3 | null, to: Vector3 | null): void {
        this.measured = from && to ? [from, to] : null
    }

    /** The parts of a body as they are drawn where the mouse wants it. */
    setGhostParts(parts: { triangles: BufferGeometry; edges: BufferGeometry; inBody: Matrix4 }[]): void {
        this.ghost.clear()
        for (const { triangles, edges, inBody } of parts) {
            const fill = new Mesh(triangles, this.ghostFill), lines = new LineSegments(edges, this.ghostEdges)
            for (const object of [fill, lines]) {
                object.matrixAutoUpdate = false
                object.matrix.copy(inBody)
                object.frustumCulled = false
                this.ghost.add(object)
            }
            fill.renderOrder = 50
            lines.renderOrder = 51
        }
    }

    setGhost(pose: Matrix4 | null): void {
        this.ghost.visible = pose !== null
        if (pose) this.ghost.matrix.copy(pose)
        this.ghost.matrixWorldNeedsUpdate = true
    }

    setLit(faces: { geometry: BufferGeometry; matrix: Matrix4 }[]): void {
        for (const child of this.lit.children) if (child instanceof Mesh) child.geometry = emptyGeometry
        this.lit.clear()
        for (const { geometry, matrix } of faces) {
            for (const [material, order] of [[this.litMaterial, 20], [this.litGlow, 52]] as const) {
                const mesh = new Mesh(geometry, material)
                mesh.matrixAutoUpdate = false
                mesh.matrix.copy(matrix)
                mesh.renderOrder = order
                mesh.frustumCulled = false
                this.lit.add(mesh)
            }
        }
    }

    colors(ghost: number, spring: number): void {
        this.ghostFill.color.set(ghost)
        this.ghostEdges.color.set(ghost)
        this.spring.material.color.set(spring)
    }

    /** Gives everything its size in pixels for this eye. */
    update(rig: CameraRig, pixels: Vector2): void {
        this.contacts.forEach((contact, k) => this.placeContact(contact, this.balls[k], this.arrows[k], rig))
        this.placeSpring(rig, pixels)
        this.placeMeasured(rig, pixels)
    }

    private placeContact(contact: ContactMark, ball: Sprite, arrow: Group, rig: CameraRig): void {
        const at = new Vector3(...contact.point), s = rig.unitsPerPixel(at)
        ball.position.copy(at)
        ball.scale.setScalar(ballPixels * s)
        arrow.position.copy(at)
        arrow.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...contact.normal)))
        arrow.scale.setScalar(arrowPixels * s)
    }

    private placeSpring(rig: CameraRig, pixels: Vector2): void {
        const on = this.springEnds !== null
        this.spring.visible = this.springRim.visible = this.grabbed.visible = on
        if (!this.springEnds) return
        const [from, to] = this.springEnds
        const points: Vector3[] = [from.clone()]
        const s = rig.unitsPerPixel(from), along = to.clone().sub(from)
        const side = along.clone().cross(rig.back)
        if (side.length() > 16 * s) {
            side.setLength(5 * s)
            const turns = Math.min(13, Math.max(5, 2 * Math.floor(along.length() / (40 * s)) + 1))
            for (let k = 0; k < turns; k++) {
                const t = 0.14 + (0.72 * (k + 0.5)) / turns
                points.push(from.clone().addScaledVector(along, t).addScaledVector(side, k % 2 ? 1 : -1))
            }
        }
        points.push(to.clone())
        setLine(this.spring, points, pixels)
        setLine(this.springRim, points, pixels)
        this.grabbed.position.copy(from)
        this.grabbed.scale.setScalar(12 * s)
    }

    private placeMeasured(rig: CameraRig, pixels: Vector2): void {
        for (const object of [this.measure, this.measureRim, ...this.ends]) object.visible = this.measured !== null
        if (!this.measured) return
        setLine(this.measure, this.measured, pixels)
        setLine(this.measureRim, this.measured, pixels)
        this.ends.forEach((end, k) => {
            end.position.copy(this.measured![k])
            end.scale.setScalar(11 * rig.unitsPerPixel(this.measured![k]))
        })
    }

    private addBall(number: number): void {
        const ball = new Sprite(new SpriteMaterial({ map: this.ballTexture(number), depthTest: false, transparent: true }))
        ball.renderOrder = 70 - 0.01 * number
        const arrow = new Group()
        for (const [color, wider, order] of [[ink, 1.9, 54], [yellow, 1, 55]] as const) {
            const material = new MeshBasicMaterial({ color: new Color(color), depthTest: false, transparent: true })
            const shaft = new Mesh(new CylinderGeometry(0.034 * wider, 0.034 * wider, 0.8, 8), material)
            shaft.position.y = 0.42
            const head = new Mesh(new ConeGeometry(0.12 + 0.035 * (wider - 1), 0.32 + 0.09 * (wider - 1), 14), material)
            head.position.y = 0.96
            for (const part of [shaft, head]) {
                part.renderOrder = order
                part.frustumCulled = false
                arrow.add(part)
            }
        }
        this.balls.push(ball)
        this.arrows.push(arrow)
        this.graph.add(ball, arrow)
    }

    private ballTexture(number: number): Texture {
        const known = this.textures.get(number)
        if (known) return known
        const { canvas, context } = square(64)
        const shade = context.createRadialGradient(24, 20, 2, 32, 32, 30)
        shade.addColorStop(0, '#fffbd6')
        shade.addColorStop(0.45, '#ffe14a')
        shade.addColorStop(1, '#c79a00')
        disk(context, shade, '#0f1318', 5)
        context.fillStyle = '#0f1318'
        context.font = `700 ${number > 9 ? 30 : 36}px "Inter Variable", sans-serif`
        context.textAlign = 'center'
        context.textBaseline = 'middle'
        context.fillText(String(number), 32, 34)
        const texture = asTexture(canvas)
        this.textures.set(number, texture)
        return texture
    }
}

const emptyGeometry = new BufferGeometry()

function fatLine(color: number, width: number): Line2 {
    const material = new LineMaterial({ color, linewidth: width, depthTest: false, transparent: true })
    return new Line2(new LineGeometry(), material)
}

function setLine(line: Line2, points: Vector3[], pixels: Vector2): void {
    line.geometry.dispose()
    line.geometry = new LineGeometry()
    // Near the origin of the line itself, as single precision is for the GPU.
    line.position.copy(points[0])
    line.geometry.setPositions(points.flatMap((p) => p.clone().sub(points[0]).toArray()))
    line.material.resolution.copy(pixels)
}

function square(size: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = size
    return { canvas, context: canvas.getContext('2d')! }
}

function disk(context: CanvasRenderingContext2D, fill: string | CanvasGradient, rim: string, width: number): void {
    context.beginPath()
    context.arc(32, 32, 31 - width / 2, 0, 7)
    context.fillStyle = fill
    context.fill()
    context.lineWidth = width
    context.strokeStyle = rim
    context.stroke()
}

function dot(fill: string, rim: string): Texture {
    const { canvas, context } = square(64)
    disk(context, fill, rim, 10)
    return asTexture(canvas)
}

function asTexture(canvas: HTMLCanvasElement): Texture {
    const texture = new CanvasTexture(canvas)
    texture.colorSpace = SRGBColorSpace
    return texture
}
