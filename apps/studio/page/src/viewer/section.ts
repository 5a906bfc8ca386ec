// A plane that cuts the scene open, and the caps that close what it cuts.

import { Box3, Color, DoubleSide, Mesh, NotEqualStencilFunc, Plane, PlaneGeometry, Quaternion, ReplaceStencilOp, Scene as Graph, ShaderMaterial, Vector3, WebGLRenderer } from 'three'

export type Axis = 'x' | 'y' | 'z'

export interface SectionState {
    on: boolean
    axis: Axis
    flipped: boolean
    at: number  // 0 to 1 through the scene's box
}

const hatch = {
    vertex: 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragment: `uniform vec3 base; uniform vec3 line; uniform float pitch;
void main() {
    float s = mod(gl_FragCoord.x + gl_FragCoord.y, pitch);
    gl_FragColor = vec4(mix(base, line, smoothstep(0.0, 1.0, 1.6 - abs(s - 1.6))), 1.0);
    #include <colorspace_fragment>
}`,
}

export class Section {
    state: SectionState = { on: false, axis: 'y', flipped: false, at: 0.5 }
    readonly plane = new Plane()
    private readonly cap: Mesh
    readonly material: ShaderMaterial

    constructor(graph: Graph, private readonly bounds: Box3) {
        this.material = new ShaderMaterial({
            vertexShader: hatch.vertex, fragmentShader: hatch.fragment, side: DoubleSide,
            uniforms: { base: { value: new Color(0xd9a441) }, line: { value: new Color(0x6b4a10) }, pitch: { value: 9 } },
            stencilWrite: true, stencilRef: 0, stencilFunc: NotEqualStencilFunc,
            stencilFail: ReplaceStencilOp, stencilZFail: ReplaceStencilOp, stencilZPass: ReplaceStencilOp,
        })
        this.cap = new Mesh(new PlaneGeometry(1, 1), this.material)
        this.cap.renderOrder = 2
        this.cap.frustumCulled = false
        this.cap.visible = false
        this.cap.onAfterRender = (renderer: WebGLRenderer) => renderer.clearStencil()
        graph.add(this.cap)
    }

    /** Lays plane and cap into the scene's box. */
    update(): Plane[] {
        this.cap.visible = this.state.on && !this.bounds.isEmpty()
        if (!this.cap.visible) return []
        const { axis, flipped, at } = this.state
        const normal = new Vector3()
        normal[axis] = flipped ? -1 : 1
        const low = this.bounds.min[axis], high = this.bounds.max[axis]
        const margin = 1e-3 * (high - low)
        const middle = this.bounds.getCenter(new Vector3())
        middle[axis] = low + margin + (high - low - 2 * margin) * at
        this.plane.setFromNormalAndCoplanarPoint(normal, middle)
        this.cap.position.copy(middle)
        this.cap.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal))
        this.cap.scale.setScalar(3 * this.bounds.getSize(new Vector3()).length())
        return [this.plane]
    }

    get position(): number {
        return this.plane.normal[this.state.axis] === 0 ? 0 : -this.plane.constant * this.plane.normal[this.state.axis]
    }
}
