// The mouse in the view: left drag on a part that moves grabs it, in every preset; the rest is seeing.

import { Quaternion, Vector3 } from 'three'
import { settings } from './settings'
import type { Store } from './store'
import type { Vec3 } from './protocol'
import type { Handle, Viewer, ViewerHit } from './viewer'

type Mode = 'none' | 'press' | 'drag' | 'gizmo' | 'orbit' | 'pan' | 'zoom'

const clickPixels = 4
const turnOfSize = 0.4  // a pixel turns as if it were pulled at this share of the part's size: finer when seen from near
const mostTurn = 0.012  // radians a pixel
const magnetPixels = [3, 6]  // parts that can be moved are grabbed from so far: thin ones are hard to hit

export interface Pointing {
    onMenu: (x: number, y: number, hit: ViewerHit | null) => void
    onMeasure: (hit: ViewerHit | null) => void
    onAlign: (hit: ViewerHit | null) => void
    onHover: (hit: ViewerHit | null) => void
}

export class Mouse {
    mode: Mode = 'none'
    turning = false  // R is held
    private down = { x: 0, y: 0, hit: null as ViewerHit | null, handle: null as Handle | null, button: 0, moved: false }
    private last = { x: 0, y: 0 }
    private pivot = new Vector3()
    private grabbedAt = new Vector3()
    private wanted = new Vector3()
    private offset = new Vector3()
    private turn = new Quaternion()
    private gizmoStart = 0
    private catiaZoom = false
    private hoverAsked = false
    private buttons = 0
    private held: { axis: Vector3; word: string; plane: boolean } | null = null

    constructor(private readonly host: HTMLElement, private readonly viewer: Viewer, private readonly store: Store, private readonly tell: Pointing) {
        const stage = host
        stage.addEventListener('pointerdown', (e) => this.press(e))
        stage.addEventListener('pointermove', (e) => this.move(e))
        stage.addEventListener('pointerup', (e) => this.lift(e))
        stage.addEventListener('pointercancel', () => this.abandon())
        stage.addEventListener('wheel', (e) => this.wheel(e), { passive: false })
        stage.addEventListener('contextmenu', (e) => e.preventDefault())
        stage.addEventListener('dblclick', (e) => {
            const { x, y } = this.at(e), hit = this.viewer.pick(x, y)
            if (hit) this.viewer.rig.fit(this.viewer.boxOf([hit.instance]))
        })
    }

    get dragging(): boolean {
        return this.mode === 'drag' || this.mode === 'gizmo'
    }

    /** Esc: the part goes back to where it was grabbed. */
    cancel(): boolean {
        if (!this.dragging) return false
        this.mode = 'none'
        this.host.parentElement?.classList.remove('grabbing')
        void this.store.ask('cancel_drag')
        return true
    }

    /** The connection was lost or somebody else drives now: the hand is empty. */
    abandon(): void {
        if (this.dragging) this.store.link.tell('release')
        this.end()
    }

    private at(event: MouseEvent): { x: number; y: number } {
        const box = this.host.getBoundingClientRect()
        return { x: event.clientX - box.left, y: event.clientY - box.top }
    }

    private press(event: PointerEvent): void {
        const { x, y } = this.at(event)
        this.host.focus({ preventScroll: true })
        this.buttons = event.buttons
        if (this.dragging) return
        if (this.mode !== 'none') {  // a second button: CATIA's orbit
            this.mode = this.seeing(event)
            return
        }
        try {
            this.host.setPointerCapture(event.pointerId)
        } catch {
            // A pointer that is already gone: the move that follows tells.
        }
        const hit = this.pick(x, y)
        this.down = { x, y, hit, handle: event.button === 0 ? this.viewer.gizmo.pick(x, y, this.viewer.rig) : null, button: event.button, moved: false }
        this.last = { x, y }
        this.pivot = hit ? hit.point.clone() : this.viewer.rig.onPlane(x, y, this.viewer.rig.current.focus)
        this.mode = 'press'
        this.catiaZoom = false
    }

    private move(event: PointerEvent): void {
        const { x, y } = this.at(event)
        if (this.mode !== 'none' && event.buttons === 0) return this.lift(event)  // the button went up where we could not see it
        if (this.mode === 'none') return this.hover(x, y)
        const dx = x - this.last.x, dy = y - this.last.y
        if (this.mode === 'press') {
            if (Math.hypot(x - this.down.x, y - this.down.y) < clickPixels) return
            this.down.moved = true
            this.begin(event)
        } else if (!this.dragging) {
            this.mode = this.seeing(event)
        }
        this.last = { x, y }
        this.buttons = event.buttons
        if (this.mode === 'orbit') this.viewer.rig.orbit(dx, dy, this.pivot)
        else if (this.mode === 'pan') this.viewer.rig.pan(dx, dy, this.pivot)
        else if (this.mode === 'zoom') this.viewer.rig.zoom(Math.exp(0.008 * dy), this.pivot)
        else if (this.mode === 'drag') this.drag(x, y, dx, dy, event)
        else if (this.mode === 'gizmo') this.dragHandle(x, y)
    }

    private begin(event: PointerEvent): void {
        const { hit, handle, button } = this.down
        if (button === 0 && handle && this.store.selectedBody !== null) return this.grabHandle(handle, this.store.selectedBody)
        const movable = hit !== null && this.store.mayGrab(hit.body)
        if (button === 0 && movable && this.store.tool !== 'measure' && this.store.tool !== 'align') return this.grab(hit, event)
        this.mode = this.seeing(event)
        if (this.mode === 'none' && button === 0) this.mode = 'press'
    }

    private grab(hit: ViewerHit, event: PointerEvent): void {
        if (!this.store.drives) {
            this.mode = 'orbit'
            return this.refuse()
        }
        if (this.store.selectedBody !== hit.body) this.store.select(hit.instance)
        this.mode = 'drag'
        this.turn.identity()
        this.held = null
        const ray = this.viewer.rig.ray(this.down.x, this.down.y)  // what the magnet caught lies beside the ray
        this.offset.copy(hit.point).sub(ray.closestPointToPoint(hit.point, new Vector3()))
        this.grabbedAt.copy(hit.point)
        this.wanted.copy(hit.point)
        this.last = { x: this.down.x, y: this.down.y }
        this.host.parentElement?.classList.add('grabbing')
        void this.store.ask('grab', { body: hit.body, point: hit.point.toArray() }).then((done) => done === null && this.mode === 'drag' && this.end())
        this.drag(this.at(event).x, this.at(event).y, 0, 0, event)
    }

    private drag(x: number, y: number, dx: number, dy: number, event: PointerEvent): void {
        const { rig } = this.viewer
        const turns = event.shiftKey || this.turning || this.store.tool === 'turn'
        const under = this.under(x, y)
        if (turns) {  // as the view turns when its background is dragged: about the vertical, and about what points right
            const rate = this.turnPerPixel, [across, along] = this.held && !this.held.plane ? [this.held.axis, 0] : [new Vector3(0, 0, 1), dy * rate]
            this.turn.premultiply(new Quaternion().setFromAxisAngle(across, dx * rate).multiply(new Quaternion().setFromAxisAngle(rig.right, along)))
            this.offset.copy(this.wanted).sub(under)  // the point stays while the mouse turns; later it goes on from here
        } else {
            this.wanted.copy(under.add(this.offset))
        }
        this.send(event.ctrlKey)
    }

    private get turnPerPixel(): number {
        const body = this.store.selectedBody, own = body === null ? [] : this.store.assembly?.partsOfBody[body] ?? []
        const size = this.viewer.boxOf(own).getSize(new Vector3()).length()
        return Math.min(mostTurn, this.viewer.rig.unitsPerPixel(this.wanted) / Math.max(1e-12, turnOfSize * size))
    }

    /** While a part is dragged: along one axis only, or in the plane across it; the same again: free. */
    hold(axis: 0 | 1 | 2, plane: boolean): void {
        if (this.mode !== 'drag') return
        const letter = 'XYZ'[axis], word = plane ? `${'XYZ'.replace(letter, '')} plane` : `along ${letter}`
        const direction = new Vector3().setComponent(axis, 1)
        const matrix = this.store.selectedBody === null ? null : this.viewer.bodyMatrix(this.store.selectedBody)
        if (settings.frame === 'part' && matrix) direction.transformDirection(matrix)
        this.held = this.held?.word === word ? null : { axis: direction, word, plane }
        this.offset.copy(this.wanted).sub(this.under(this.last.x, this.last.y))
    }

    /** What holds the drag, in words. */
    get holding(): string {
        return this.mode === 'drag' ? this.held?.word ?? '' : ''
    }

    // Where the mouse is in space: beside what is wanted, facing the eye; or on the axis or plane that holds the drag.
    private under(x: number, y: number): Vector3 {
        const { rig } = this.viewer
        if (!this.held) return rig.onPlane(x, y, this.wanted)
        const { axis, plane } = this.held, ray = rig.ray(x, y), c = axis.dot(ray.direction), between = ray.origin.clone().sub(this.wanted)
        if (plane) return Math.abs(c) < 0.05 ? this.wanted.clone() : ray.at(-between.dot(axis) / c, new Vector3())
        const d = 1 - c * c
        return this.wanted.clone().addScaledVector(axis, d < 1e-3 ? 0 : (between.dot(axis) - between.dot(ray.direction) * c) / d)
    }

    // A part that can be moved is caught from some pixels away, if nothing that is nearer hides it.
    private pick(x: number, y: number): ViewerHit | null {
        const hit = this.viewer.pick(x, y)
        if ((hit && this.store.mayGrab(hit.body)) || !this.store.drives || this.store.tool === 'measure' || this.store.tool === 'align') return hit
        for (const reach of magnetPixels) {
            for (let k = 0; k < 8; k++) {
                const angle = (Math.PI * k) / 4, px = x + reach * Math.cos(angle), py = y + reach * Math.sin(angle)
                const found = this.viewer.pick(px, py, (body) => this.store.mayGrab(body))
                if (found && this.viewer.pick(px, py)?.body === found.body) return found
            }
        }
        return hit
    }

    private send(snaps: boolean): void {
        const point = this.wanted.clone()
        if (snaps) {
            const step = settings.step * 10
            point.sub(this.grabbedAt).divideScalar(step).round().multiplyScalar(step).add(this.grabbedAt)
        }
        this.store.link.tell('drag', { seq: ++this.store.lastSeq, point: point.toArray(), turn: rotationVector(this.turn) })
    }

    private grabHandle(handle: Handle, body: number): void {
        if (!this.store.drives) {
            this.mode = 'none'
            return this.refuse()
        }
        this.mode = 'gizmo'
        this.grabbedAt.copy(this.viewer.gizmo.position)
        this.wanted.copy(this.grabbedAt)
        this.turn.identity()
        this.axis = this.viewer.gizmo.axis(handle)
        this.gizmoStart = 0
        this.gizmoStart = this.along(handle, this.down.x, this.down.y)
        void this.store.ask('grab', { body, point: this.grabbedAt.toArray() }).then((done) => done === null && this.end())
    }

    private axis = new Vector3()

    private dragHandle(x: number, y: number): void {
        const handle = this.down.handle!
        const by = this.along(handle, x, y) - this.gizmoStart
        if (handle.kind === 'move') this.wanted.copy(this.grabbedAt).addScaledVector(this.axis, by)
        else this.turn.setFromAxisAngle(this.axis, by)
        this.send(false)
    }

    // How far along an arrow, or how far round an arc, a pixel is.
    private along(handle: Handle, x: number, y: number): number {
        const ray = this.viewer.rig.ray(x, y), axis = this.axis, at = this.grabbedAt
        if (handle.kind === 'move') {
            const between = ray.origin.clone().sub(at), c = axis.dot(ray.direction), d = 1 - c * c
            return d < 1e-6 ? 0 : (between.dot(axis) - between.dot(ray.direction) * c) / d
        }
        const facing = Math.abs(axis.dot(ray.direction))
        if (facing < 0.15) {  // seen from the side: by the way of the mouse
            const across = axis.clone().cross(this.viewer.rig.back).normalize()
            return this.viewer.rig.onPlane(x, y, at).sub(at).dot(across) / (60 * this.viewer.rig.unitsPerPixel(at))
        }
        const p = ray.at(at.clone().sub(ray.origin).dot(axis) / axis.dot(ray.direction), new Vector3()).sub(at)
        const u = new Vector3(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0).cross(axis).normalize(), v = axis.clone().cross(u)
        const angle = Math.atan2(p.dot(v), p.dot(u))
        return this.mode === 'gizmo' && this.gizmoStart !== 0 ? this.gizmoStart + nearTurn(angle - this.gizmoStart) : angle || 1e-9
    }

    private lift(event: PointerEvent): void {
        const { x, y } = this.at(event)
        const before = this.buttons
        this.buttons = event.buttons
        if (event.buttons !== 0 && !this.dragging) {
            this.catiaZoom = settings.preset === 'catia' && before === 5 && event.buttons === 4
            return
        }
        if (this.dragging && (event.buttons & 1) !== 0) return
        const { mode, down } = this
        if (this.dragging) void this.store.ask('release')
        else if (mode === 'press' && !down.moved) this.click(x, y)
        this.end()
    }

    private end(): void {
        this.mode = 'none'
        this.host.parentElement?.classList.remove('grabbing')
    }

    private click(x: number, y: number): void {
        const { button, hit } = this.down
        if (button === 2) return this.tell.onMenu(x, y, hit)
        if (button !== 0) return
        if (this.store.tool === 'measure') return this.tell.onMeasure(hit)
        if (this.store.tool === 'align') return this.tell.onAlign(hit)
        this.store.select(hit ? hit.instance : null)
    }

    // Which way of seeing the buttons and modifiers mean.
    private seeing(event: PointerEvent): Mode {
        const left = (event.buttons & 1) !== 0, right = (event.buttons & 2) !== 0, middle = (event.buttons & 4) !== 0
        const { shiftKey: shift, ctrlKey: ctrl } = event
        switch (settings.preset) {
            case 'catia': return middle && (left || right) ? 'orbit' : middle ? (this.catiaZoom ? 'zoom' : 'pan') : 'none'
            case 'solidworks': return middle ? (ctrl ? 'pan' : shift ? 'zoom' : 'orbit') : right ? 'pan' : 'none'
            case 'blender': return middle ? (shift ? 'pan' : ctrl ? 'zoom' : 'orbit') : right ? 'pan' : 'none'
            default: return left ? 'orbit' : 'pan'
        }
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault()
        const { x, y } = this.at(event)
        const { rig } = this.viewer
        const pixels = event.deltaMode === 1 ? 33 * event.deltaY : event.deltaY
        if (settings.trackpad && !event.ctrlKey) {
            const held = rig.current.focus
            return event.shiftKey ? rig.orbit(-event.deltaX, -event.deltaY, held) : rig.pan(-event.deltaX, -event.deltaY, held)
        }
        const under = this.viewer.pick(x, y)?.point ?? rig.onPlane(x, y, rig.current.focus)
        const way = settings.preset === 'solidworks' ? -1 : 1
        rig.zoom(Math.exp(Math.max(-0.6, Math.min(0.6, way * pixels * (event.ctrlKey ? 0.01 : 0.0016)))), this.dragging ? this.wanted : under)
    }

    private hover(x: number, y: number): void {
        this.last = { x, y }
        if (this.hoverAsked) return
        this.hoverAsked = true
        requestAnimationFrame(() => {
            this.hoverAsked = false
            if (this.mode !== 'none') return
            const handle = this.viewer.gizmo.pick(this.last.x, this.last.y, this.viewer.rig)
            if (this.viewer.gizmo.hover(handle)) this.viewer.request()
            const hit = handle ? null : this.pick(this.last.x, this.last.y)
            const movable = handle !== null || (hit !== null && this.store.mayGrab(hit.body) && this.store.drives)
            this.host.parentElement?.classList.toggle('grab', movable && this.store.tool !== 'measure' && this.store.tool !== 'align')
            this.tell.onHover(hit)
        })
    }

    private refuse(): void {
        if (this.store.connection !== 'open') return
        this.store.say({
            kind: 'info', title: 'Another page drives.', text: 'This page watches.',
            action: { word: 'Ask to drive', run: () => void this.store.ask('ask_to_drive') },
        })
    }
}

function rotationVector(q: Quaternion): Vec3 {
    const w = Math.min(1, Math.max(-1, q.w)), angle = 2 * Math.acos(Math.abs(w)), s = Math.hypot(q.x, q.y, q.z)
    if (s < 1e-12) return [0, 0, 0]
    const k = ((w < 0 ? -1 : 1) * angle) / s
    return [q.x * k, q.y * k, q.z * k]
}

function nearTurn(angle: number): number {
    return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}
