// Where the eye is. Turns about any point with z kept upright; zooms to a point; perspective or parallel.

import { Box3, Camera, Matrix4, OrthographicCamera, PerspectiveCamera, Quaternion, Ray, Vector2, Vector3 } from 'three'

const fieldOfView = (28 * Math.PI) / 180
const steepest = Math.PI / 2
const fitMargin = 1.1

export interface View {
    azimuth: number  // of the eye, seen from the focus, about z; 0: from -y ("front")
    elevation: number
    focus: Vector3
    reach: number  // from the eye to the focus
}

export type StandardView = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom' | 'home'

const home = { azimuth: -0.62, elevation: 0.42 }
const standard: Record<StandardView, { azimuth: number; elevation: number }> = {
    home,
    front: { azimuth: 0, elevation: 0 },
    back: { azimuth: Math.PI, elevation: 0 },
    left: { azimuth: -Math.PI / 2, elevation: 0 },
    right: { azimuth: Math.PI / 2, elevation: 0 },
    top: { azimuth: 0, elevation: steepest },
    bottom: { azimuth: 0, elevation: -steepest },
}

export class CameraRig {
    perspective = true
    width = 1
    height = 1
    private view: View = { ...home, focus: new Vector3(), reach: 10 }
    private readonly lens = new PerspectiveCamera((fieldOfView * 180) / Math.PI)
    private readonly parallel = new OrthographicCamera()
    private flight: { from: View; to: View; start: number; duration: number } | null = null

    constructor(private readonly bounds: Box3, private readonly changed: () => void) {}

    get current(): View {
        return { ...this.view, focus: this.view.focus.clone() }
    }

    get camera(): Camera {
        return this.perspective ? this.lens : this.parallel
    }

    get rotation(): Quaternion {
        const { azimuth, elevation } = this.view
        const upright = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2 - elevation)
        return new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), azimuth).multiply(upright)
    }

    get right(): Vector3 { return new Vector3(1, 0, 0).applyQuaternion(this.rotation) }
    get up(): Vector3 { return new Vector3(0, 1, 0).applyQuaternion(this.rotation) }
    get back(): Vector3 { return new Vector3(0, 0, 1).applyQuaternion(this.rotation) }
    get eye(): Vector3 { return this.view.focus.clone().addScaledVector(this.back, this.view.reach) }

    /** Lets a flight go on; true while it lasts. To be called before each picture. */
    update(now: number): boolean {
        if (this.flight) {
            const { from, to, start, duration } = this.flight
            const t = duration > 0 ? Math.min(1, (now - start) / duration) : 1
            const s = 1 - (1 - t) ** 3
            this.view = {
                azimuth: from.azimuth + (to.azimuth - from.azimuth) * s,
                elevation: from.elevation + (to.elevation - from.elevation) * s,
                focus: from.focus.clone().lerp(to.focus, s),
                reach: from.reach * (to.reach / from.reach) ** s,
            }
            if (t === 1) this.flight = null
        }
        this.place()
        return this.flight !== null
    }

    set(view: View): void {
        this.flight = null
        this.view = { ...view, focus: view.focus.clone() }
        this.place()
        this.changed()
    }

    orbit(dx: number, dy: number, pivot: Vector3): void {
        this.flight = null
        const inFrame = pivot.clone().sub(this.eye).applyQuaternion(this.rotation.invert())
        const speed = (1.3 * Math.PI) / Math.max(300, Math.min(this.width, this.height))
        this.view.azimuth -= dx * speed
        this.view.elevation = Math.min(steepest, Math.max(-steepest, this.view.elevation + dy * speed))
        const eye = pivot.clone().sub(inFrame.applyQuaternion(this.rotation))
        this.view.focus = eye.addScaledVector(this.back, -this.view.reach)
        this.changed()
    }

    pan(dx: number, dy: number, held: Vector3): void {
        this.flight = null
        const s = this.unitsPerPixel(held)
        this.view.focus.addScaledVector(this.right, -dx * s).addScaledVector(this.up, dy * s)
        this.changed()
    }

    zoom(factor: number, held: Vector3): void {
        this.flight = null
        const size = this.size()
        const reach = Math.min(60 * size, Math.max(2e-4 * size, this.view.reach * factor))
        const k = reach / this.view.reach
        const eye = this.eye.sub(held).multiplyScalar(k).add(held)
        this.view.reach = reach
        this.view.focus = eye.addScaledVector(this.back, -reach)
        this.changed()
    }

    /** Shows boxes wholly and as large as can be, from a standard view or as now. */
    fit(shown: Box3 | Box3[], from: StandardView | null = null, duration = 250): void {
        const boxes = [shown].flat().filter((box) => !box.isEmpty())
        if (!boxes.length) return
        const direction = from ? { ...standard[from] } : { azimuth: this.view.azimuth, elevation: this.view.elevation }
        direction.azimuth = nearestTurn(this.view.azimuth, direction.azimuth)
        const before = this.view
        this.view = { ...direction, focus: before.focus, reach: 1 }
        const toEye = this.rotation.invert(), fromEye = this.rotation
        this.view = before
        const tall = Math.tan(fieldOfView / 2) / fitMargin, wide = (tall * this.width) / this.height
        // In the eye's frame, corner (x, y, z) is seen from (ex, ey, ez) if |x - ex| <= (ez - z) wide, and so for y.
        const slopeX = this.perspective ? wide : 0, slopeY = this.perspective ? tall : 0
        let right = -Infinity, left = -Infinity, up = -Infinity, down = -Infinity, near = -Infinity, far = Infinity
        const corner = new Vector3()
        for (const box of boxes) {
            for (let k = 0; k < 8; k++) {
                corner.set(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z).applyQuaternion(toEye)
                right = Math.max(right, corner.x + corner.z * slopeX)
                left = Math.max(left, -corner.x + corner.z * slopeX)
                up = Math.max(up, corner.y + corner.z * slopeY)
                down = Math.max(down, -corner.y + corner.z * slopeY)
                near = Math.max(near, corner.z)
                far = Math.min(far, corner.z)
            }
        }
        const middle = (near + far) / 2, depth = Math.max((right + left) / (2 * wide), (up + down) / (2 * tall))
        const reach = Math.max(1e-4 * this.size(), this.perspective ? depth - middle : depth)
        const focus = new Vector3((right - left) / 2, (up - down) / 2, middle).applyQuaternion(fromEye)
        this.fly({ ...direction, focus, reach }, duration)
    }

    fly(to: View, duration = 250): void {
        if (matchMedia('(prefers-reduced-motion: reduce)').matches) duration = 0
        if (duration === 0) return this.set(to)
        this.flight = { from: this.current, to, start: performance.now(), duration }
        this.changed()
    }

    unitsPerPixel(at: Vector3): number {
        const depth = this.perspective ? Math.max(1e-9, this.eye.sub(at).dot(this.back)) : this.view.reach
        return (2 * depth * Math.tan(fieldOfView / 2)) / this.height
    }

    project(point: Vector3): { x: number; y: number; visible: boolean } {
        const p = point.clone().project(this.camera)
        return { x: ((p.x + 1) / 2) * this.width, y: ((1 - p.y) / 2) * this.height, visible: p.z < 1 }
    }

    ray(x: number, y: number): Ray {
        const ndc = new Vector2((2 * x) / this.width - 1, 1 - (2 * y) / this.height)
        const near = new Vector3(ndc.x, ndc.y, -1).unproject(this.camera)
        if (!this.perspective) return new Ray(near, this.back.negate())
        return new Ray(this.eye, near.sub(this.eye).normalize())
    }

    /** Where the ray of a pixel meets the plane through a point that faces the eye. */
    onPlane(x: number, y: number, through: Vector3): Vector3 {
        const ray = this.ray(x, y), normal = this.back
        const speed = ray.direction.dot(normal)
        const t = through.clone().sub(ray.origin).dot(normal) / (Math.abs(speed) > 1e-12 ? speed : -1)
        return ray.at(t, new Vector3())
    }

    private size(): number {
        return this.bounds.isEmpty() ? 1 : this.bounds.getSize(new Vector3()).length()
    }

    private place(): void {
        const eye = this.eye, rotation = this.rotation
        const size = this.size()
        const middle = this.bounds.isEmpty() ? new Vector3() : this.bounds.getCenter(new Vector3())
        const depth = eye.clone().sub(middle).dot(this.back)
        for (const camera of [this.lens, this.parallel]) {
            camera.matrixAutoUpdate = false
            camera.matrix.compose(eye, rotation, new Vector3(1, 1, 1))
            camera.matrixWorld.copy(camera.matrix)
            camera.matrixWorldInverse.copy(camera.matrix).invert()
            camera.far = depth + 0.8 * size + 1e-6
        }
        this.lens.far = Math.max(this.lens.far, 1e-3 * size)
        this.lens.near = Math.max(depth - 0.8 * size, Math.min(1e-4 * size, 0.02 * this.view.reach), this.lens.far * 1e-5)
        this.lens.aspect = this.width / this.height
        this.lens.updateProjectionMatrix()
        const half = this.view.reach * Math.tan(fieldOfView / 2)
        this.parallel.near = depth - 0.8 * size
        Object.assign(this.parallel, { top: half, bottom: -half, right: (half * this.width) / this.height, left: (-half * this.width) / this.height })
        this.parallel.updateProjectionMatrix()
    }

    /** The rotation from the scene to the eye's frame: for a view cube. */
    get sceneToEye(): Matrix4 {
        return new Matrix4().makeRotationFromQuaternion(this.rotation.invert())
    }
}

function nearestTurn(from: number, to: number): number {
    return to + 2 * Math.PI * Math.round((from - to) / (2 * Math.PI))
}
