// The viewer: shows a scene, its poses and marks; tells what is under a pixel. Draws only when something changed.

import {
    AmbientLight, Box3, Color, DirectionalLight, HemisphereLight, Matrix4, Mesh, OrthographicCamera, PlaneGeometry, Quaternion, Scene as Graph,
    ShaderMaterial, Vector2, Vector3, WebGLRenderer,
} from 'three'
import { Batch, type Look, Materials, type Palette } from './batches'
import { CameraRig } from './camera'
import { Gizmo } from './gizmo'
import { Marks } from './marks'
import { matrixOf, type ContactMark, type Pose, type Scene } from './model'
import { nearestHit, type Hit, type Pickable } from './pick'
import { Section } from './section'
import { drawnShape, faceGeometry, type DrawnShape } from './shapes'

export interface Theme {
    middle: string
    rim: string
    edge: number
    accent: number
    ghost: number
    spring: number
    dimOpacity: number
}

export const darkTheme: Theme = { middle: '#343c47', rim: '#1b2027', edge: 0x0c0f13, accent: 0x62a8ff, ghost: 0x8fc1ff, spring: 0xffffff, dimOpacity: 0.13 }
export const lightTheme: Theme = { middle: '#f6f8fa', rim: '#c9d1da', edge: 0x20262e, accent: 0x0a5fc4, ghost: 0x2f7fdc, spring: 0xffffff, dimOpacity: 0.2 }

export interface ViewerHit extends Hit {
    body: number
    face: number | null
}

const slowMs = 90

export class Viewer {
    readonly bounds = new Box3()
    readonly rig: CameraRig
    readonly marks: Marks
    readonly section: Section
    readonly gizmo: Gizmo
    readonly canvas: HTMLCanvasElement
    /** Called after each picture: labels and rulers follow. */
    onDrawn: () => void = () => {}
    pictures = 0
    private readonly graph = new Graph()
    private readonly renderer: WebGLRenderer
    private readonly materials = new Materials()
    private readonly sky = backdrop()
    private readonly lights = new Graph()
    private batches: Batch[] = []
    private scene: Scene = { shapes: [], instances: [], bodies: [] }
    private drawn: (DrawnShape | null)[] = []
    private boxes: Box3[] = []
    private matrices: Matrix4[] = []
    private bodyMatrices: Matrix4[] = []
    private ofBody: number[][] = []
    private ofShape: Batch[] = []
    private looks: Look[] = []
    private stale = false
    private asked = false
    private lastDrawn = 0
    private pace = 0
    private resting = false
    private restTimer = 0
    private edges = true
    private theme = darkTheme
    private ghostBody = -1
    private lit: { instance: number; face: number }[] = []
    private readonly faceCache = new Map<string, ReturnType<typeof faceGeometry>>()
    private readonly resize: ResizeObserver

    constructor(private readonly host: HTMLElement) {
        const smooth = !isSoftware() || new URLSearchParams(location.search).has('smooth')
        this.renderer = new WebGLRenderer({ antialias: smooth, alpha: true, stencil: true, powerPreference: 'high-performance' })
        this.renderer.localClippingEnabled = true
        this.renderer.autoClear = false
        this.renderer.setClearAlpha(0)
        this.renderer.setPixelRatio(Math.min(2, devicePixelRatio))
        this.canvas = this.renderer.domElement
        host.append(this.canvas)
        this.rig = new CameraRig(this.bounds, () => this.request())
        this.marks = new Marks(this.graph)
        this.section = new Section(this.graph, this.bounds)
        this.gizmo = new Gizmo(this.graph)
        this.graph.matrixWorldAutoUpdate = true
        this.addLights()
        this.resize = new ResizeObserver(() => this.fitHost())
        this.resize.observe(host)
        this.canvas.addEventListener('webglcontextrestored', () => this.request())
        this.fitHost()
    }

    dispose(): void {
        this.resize.disconnect()
        this.renderer.dispose()
        this.canvas.remove()
    }

    /** Replaces the scene. Shapes may be empty at first: `fillShape` brings them later. */
    setScene(scene: Scene): void {
        for (const batch of this.batches) batch.remove(this.graph)
        this.scene = scene
        this.batches = []
        this.faceCache.clear()
        this.lit = []
        this.ghostBody = -1
        this.marks.setContacts([])
        this.marks.setGhost(null)
        this.marks.setSpring(null, null)
        this.marks.setLit([])
        this.bodyMatrices = scene.bodies.map((body) => matrixOf(body.pose))
        this.matrices = scene.instances.map(({ body, inBody }) => this.bodyMatrices[body].clone().multiply(matrixOf(inBody)))
        this.looks = scene.instances.map(() => ({ hidden: false, dim: false, selected: false, hovered: false }))
        this.ofBody = scene.bodies.map(() => [])
        scene.instances.forEach((instance, k) => this.ofBody[instance.body].push(k))
        this.addBatches()
        this.findBounds()
        this.stale = true
        this.request()
    }

    get current(): Scene {
        return this.scene
    }

    setPose(body: number, pose: Pose): void {
        const matrix = matrixOf(pose, this.bodyMatrices[body])
        this.scene.bodies[body].pose = pose
        for (const instance of this.ofBody[body]) {
            this.matrices[instance].multiplyMatrices(matrix, matrixOf(this.scene.instances[instance].inBody))
            if (!this.stale) this.ofShape[this.scene.instances[instance].shape]?.move(instance, this.matrices[instance])
        }
        if (this.lit.some(({ instance }) => this.scene.instances[instance].body === body)) this.placeLit()
        this.request()
    }

    bodyMatrix(body: number): Matrix4 {
        return this.bodyMatrices[body]
    }

    setLook(instance: number, change: Partial<Look>): void {
        const look = this.looks[instance]
        for (const key of Object.keys(change) as (keyof Look)[]) {
            if (look[key] === change[key]) continue
            look[key] = change[key]!
            this.stale = true
        }
        if (this.stale) this.request()
    }

    look(instance: number): Readonly<Look> {
        return this.looks[instance]
    }

    setColor(instance: number, color: number): void {
        this.scene.instances[instance].color = color
        this.stale = true
        this.request()
    }

    setEdges(on: boolean): void {
        this.edges = on
        this.stale = true
        this.request()
    }

    setTheme(theme: Theme): void {
        this.theme = theme
        this.sky.material.uniforms.middle.value.set(theme.middle)
        this.sky.material.uniforms.rim.value.set(theme.rim)
        this.materials.clear.opacity = theme.dimOpacity
        this.marks.colors(theme.ghost, theme.spring)
        this.stale = true
        this.request()
    }

    setContacts(contacts: ContactMark[]): void {
        this.marks.setContacts(contacts)
        this.request()
    }

    setGhost(body: number | null, pose: Pose | null): void {
        if (body !== null && body !== this.ghostBody) {
            this.ghostBody = body
            this.marks.setGhostParts(this.ofBody[body].flatMap((k) => {
                const { shape, inBody } = this.scene.instances[k], drawn = this.drawn[shape]
                return drawn && !this.looks[k].hidden ? [{ triangles: drawn.triangles, edges: drawn.edges, inBody: matrixOf(inBody) }] : []
            }))
        }
        this.marks.setGhost(body !== null && pose ? matrixOf(pose) : null)
        this.request()
    }

    setLit(lit: { instance: number; face: number }[]): void {
        this.lit = lit
        this.placeLit()
        this.request()
    }

    applySection(): void {
        const planes = this.section.update()
        this.materials.cut(planes)
        for (const batch of this.batches) batch.showCaps(planes.length > 0)
        this.request()
    }

    /** What is under a pixel; of some bodies only, if they are named. */
    pick(x: number, y: number, of: (body: number) => boolean = () => true): ViewerHit | null {
        const hit = nearestHit(this.rig.ray(x, y), this.pickable(of), this.section.state.on ? this.section.plane : null)
        if (!hit) return null
        const { body, shape } = this.scene.instances[hit.instance]
        return { ...hit, body, face: this.scene.shapes[shape].faces?.[hit.triangle] ?? null }
    }

    /** The box of some instances as they stand; of all that is shown, if none are given. */
    boxOf(instances: Iterable<number> = this.shown()): Box3 {
        const box = new Box3()
        for (const k of instances) {
            const own = this.boxes[this.scene.instances[k].shape]
            if (!own.isEmpty()) box.union(own.clone().applyMatrix4(this.matrices[k]))
        }
        return box
    }

    /** The boxes of instances, one each; of all that is shown, if none are given. */
    boxesOf(instances: Iterable<number> = this.shown()): Box3[] {
        return [...instances].map((k) => this.boxOf([k]))
    }

    /** Draws in the next frame of the browser. */
    request(): void {
        if (this.asked) return
        this.asked = true
        requestAnimationFrame((now) => {
            this.asked = false
            this.draw(now)
        })
    }

    /** A picture of what is seen, in a size of one's own; with nothing behind it, if wanted. */
    async picture(width: number, height: number, clear = false, kind = 'image/png'): Promise<Blob> {
        const ratio = this.renderer.getPixelRatio()
        const { width: w, height: h } = this.rig
        this.renderer.setPixelRatio(1)
        this.setSize(width, height)
        this.sky.graph.visible = !clear
        this.resting = true  // with all edges, however slow the machine is
        this.draw(performance.now())
        this.sky.graph.visible = true
        const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, kind, 0.9))
        this.renderer.setPixelRatio(ratio)
        this.setSize(w, h)
        this.request()
        if (!blob) throw new Error('the picture could not be made')
        return blob
    }

    get info(): { calls: number; triangles: number; geometries: number } {
        const { render, memory } = this.renderer.info
        return { calls: render.calls, triangles: render.triangles, geometries: memory.geometries }
    }

    private draw(now: number): void {
        if (this.stale) this.sortLooks()
        this.judgeSpeed(now)
        const flying = this.rig.update(now)
        this.marks.update(this.rig, new Vector2(this.rig.width, this.rig.height))
        this.gizmo.update(this.rig)
        this.lights.quaternion.copy(this.rig.rotation)
        this.lights.updateMatrixWorld(true)
        this.renderer.info.autoReset = false
        this.renderer.info.reset()
        this.renderer.clear()
        this.renderer.render(this.sky.graph, this.sky.camera)
        this.renderer.render(this.graph, this.rig.camera)
        this.pictures++
        this.onDrawn()
        if (flying) this.request()
    }

    // A slow machine draws without edges while things move, and with all of them as soon as they rest.
    private judgeSpeed(now: number): void {
        const since = now - this.lastDrawn
        this.lastDrawn = now
        if (since < 1000) this.pace += 0.25 * (since - this.pace)
        const draft = this.pace > slowMs && since < 1000 && !this.resting
        this.resting = false
        for (const batch of this.batches) batch.showEdges(this.edges && !draft)
        clearTimeout(this.restTimer)
        if (draft) {
            this.restTimer = window.setTimeout(() => {
                this.resting = true
                this.request()
            }, 350)
        }
    }

    private sortLooks(): void {
        this.stale = false
        const palette: Palette = { edge: this.theme.edge, selectedEdge: this.theme.accent, dimOpacity: this.theme.dimOpacity }
        const colors = this.scene.instances.map((instance) => instance.color)
        for (const batch of this.batches) batch.sort(this.looks, colors, this.matrices, palette, this.edges)
    }

    private addBatches(): void {
        const users: number[][] = this.scene.shapes.map(() => [])
        this.scene.instances.forEach((instance, k) => users[instance.shape].push(k))
        this.drawn = this.scene.shapes.map((shape) => (shape.indices.length ? drawnShape(shape) : null))
        this.boxes = this.drawn.map((d) => (d ? new Box3(new Vector3(...d.low), new Vector3(...d.high)) : new Box3()))
        this.ofShape = []
        this.drawn.forEach((drawn, shape) => {
            if (!drawn || !users[shape].length) return
            const batch = new Batch(this.graph, drawn, users[shape], this.materials, true)
            this.batches.push(batch)
            this.ofShape[shape] = batch
        })
    }

    private findBounds(): void {
        this.bounds.copy(this.boxOf(this.scene.instances.keys()))
    }

    private placeLit(): void {
        this.marks.setLit(this.lit.map(({ instance, face }) => {
            const { shape } = this.scene.instances[instance]
            const key = `${shape}/${face}`
            let geometry = this.faceCache.get(key)
            if (!geometry) this.faceCache.set(key, (geometry = faceGeometry(this.scene.shapes[shape], face)))
            return { geometry, matrix: this.matrices[instance] }
        }))
    }

    private *shown(): Iterable<number> {
        for (let k = 0; k < this.looks.length; k++) if (!this.looks[k].hidden) yield k
    }

    private *pickable(of: (body: number) => boolean): Iterable<Pickable> {
        for (const k of this.shown()) {
            if (this.looks[k].dim) continue
            const { shape, body } = this.scene.instances[k]
            if (!of(body)) continue
            yield { instance: k, shape: this.scene.shapes[shape], box: this.boxes[shape], matrix: this.matrices[k] }
        }
    }

    private addLights(): void {
        this.graph.add(new AmbientLight(0xffffff, 0.5), new HemisphereLight(0xf4f7ff, 0x59606b, 1.15))
        const key = new DirectionalLight(0xfff6ea, 1.7), fill = new DirectionalLight(0xdfeaff, 0.5)
        key.position.set(-0.5, 0.9, 1)
        fill.position.set(0.9, -0.1, 0.6)
        this.lights.add(key, key.target, fill, fill.target)
        this.graph.add(this.lights)
    }

    private fitHost(): void {
        const { clientWidth: width, clientHeight: height } = this.host
        if (!width || !height) return
        this.setSize(width, height)
        this.draw(performance.now())  // at once: a canvas that changes its size is blank until it is drawn
    }

    private setSize(width: number, height: number): void {
        this.renderer.setSize(width, height)
        this.rig.width = width
        this.rig.height = height
    }
}

// A soft light behind everything, also in pictures and videos.
function backdrop(): { graph: Graph; camera: OrthographicCamera; material: ShaderMaterial } {
    const material = new ShaderMaterial({
        depthTest: false, depthWrite: false,
        uniforms: { middle: { value: new Color() }, rim: { value: new Color() } },
        vertexShader: 'varying vec2 at; void main() { at = position.xy; gl_Position = vec4(position.xy, 0.0, 1.0); }',
        fragmentShader: `uniform vec3 middle; uniform vec3 rim; varying vec2 at;
float noise(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
void main() {
    float far = clamp(length((at - vec2(0.0, 0.3)) / vec2(1.9, 1.6)), 0.0, 1.0);
    gl_FragColor = vec4(mix(middle, rim, far), 1.0);
    #include <colorspace_fragment>
    gl_FragColor.rgb += (noise(gl_FragCoord.xy) - 0.5) / 255.0;
}`,
    })
    const graph = new Graph()
    const mesh = new Mesh(new PlaneGeometry(2, 2), material)
    mesh.frustumCulled = false
    graph.add(mesh)
    return { graph, camera: new OrthographicCamera(-1, 1, 1, -1, 0, 1), material }
}

// Drawn by the processor: then smooth edges cost more than they are worth.
function isSoftware(): boolean {
    const context = document.createElement('canvas').getContext('webgl2')
    const info = context?.getExtension('WEBGL_debug_renderer_info')
    const name = context && info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : ''
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

export function poseOf(matrix: Matrix4): Pose {
    const position = new Vector3(), rotation = new Quaternion()
    matrix.decompose(position, rotation, new Vector3())
    return { position: position.toArray(), rotation: rotation.toArray() as Pose['rotation'] }
}
