// A 3D mouse, where the browser has WebHID: it moves the selected part, or the view if none is selected that moves.
//
// Report 1 holds three shifts, and in newer devices three tilts after them; else report 2 holds the tilts. Signed 16 bits,
// about -350 to 350: right, towards the hand, down; the same axes for tilts.

import { Quaternion, Vector3 } from 'three'
import type { Stage } from './stage'
import type { Store } from './store'

const makers = [0x046d, 0x256f]  // Logitech, 3Dconnexion
const full = 350, deadShare = 0.04, quietMs = 150
const sizesASecond = 0.35, radiansASecond = 1.2

interface Device extends EventTarget { opened: boolean; vendorId: number; productName: string; open(): Promise<void> }
interface Hid extends EventTarget { getDevices(): Promise<Device[]>; requestDevice(wish: object): Promise<Device[]> }
interface Held { body: number; wanted: Vector3; turn: Quaternion; ready: boolean }
interface Report extends Event { reportId: number; data: DataView }

/** Shifts and tilts of a report, each -1 to 1 along x right, y up, z towards the eye; null where it says nothing of them. */
export function readReport(id: number, data: DataView): { shift: Vector3 | null; tilt: Vector3 | null } {
    const three = (at: number) => {
        const [x, y, z] = [0, 2, 4].map((k) => Math.max(-1, Math.min(1, data.getInt16(at + k, true) / full))).map((v) => (Math.abs(v) < deadShare ? 0 : v))
        return new Vector3(x, -z, y)
    }
    if (id === 1 && data.byteLength >= 6) return { shift: three(0), tilt: data.byteLength >= 12 ? three(6) : null }
    return { shift: null, tilt: id === 2 && data.byteLength >= 6 ? three(0) : null }
}

export class SpaceMouse {
    private shift = new Vector3()
    private tilt = new Vector3()
    private heard = 0
    private last = 0
    private running = false
    private held: Held | null = null

    constructor(private readonly store: Store, private readonly stage: Stage) {}

    static get isThere(): boolean {
        return 'hid' in navigator
    }

    private get hid(): Hid {
        return (navigator as unknown as { hid: Hid }).hid
    }

    /** Those that were allowed before. */
    async resume(): Promise<void> {
        if (SpaceMouse.isThere) for (const device of await this.hid.getDevices()) if (makers.includes(device.vendorId)) await this.use(device)
    }

    /** Asks the person which one; after a click. */
    async connect(): Promise<void> {
        try {
            const chosen = await this.hid.requestDevice({ filters: makers.map((vendorId) => ({ vendorId, usagePage: 1, usage: 8 })) })
            for (const device of chosen) await this.use(device)
            if (chosen.length) this.store.say({ kind: 'good', title: `${chosen[0].productName || 'The 3D mouse'} is connected.`, text: 'It moves the selected part; without one, the view.' })
        } catch (error) {
            this.store.fail(error)
        }
    }

    private async use(device: Device): Promise<void> {
        if (!device.opened) await device.open()
        device.addEventListener('inputreport', (event) => this.take((event as Report).reportId, (event as Report).data))
    }

    private take(id: number, data: DataView): void {
        const { shift, tilt } = readReport(id, data)
        if (shift) this.shift = shift
        if (tilt) this.tilt = tilt
        if (!shift && !tilt) return
        this.heard = performance.now()
        if (this.running || this.idle) return
        this.running = true
        this.last = performance.now()
        requestAnimationFrame((now) => this.step(now))
    }

    private get idle(): boolean {
        return this.shift.lengthSq() === 0 && this.tilt.lengthSq() === 0
    }

    private step(now: number): void {
        const seconds = Math.min(0.05, Math.max(0, (now - this.last) / 1000)), { rig } = this.stage.viewer
        this.last = now
        const over = performance.now() - this.heard > quietMs && this.idle
        if (over) {
            this.running = false
            if (this.held) void this.store.ask('release')
            this.held = null
            return
        }
        const axes = [rig.right, rig.up, rig.back], along = (v: Vector3) => axes.reduce((sum, axis, k) => sum.addScaledVector(axis, v.getComponent(k)), new Vector3())
        const { selectedBody: body, scene } = this.store
        if (body !== null && scene && this.store.mayGrab(body) && this.store.drives && !this.stage.mouse.dragging) this.movePart(body, along(this.shift), along(this.tilt), seconds)
        else if (!this.stage.mouse.dragging) this.moveView(seconds)
        requestAnimationFrame((next) => this.step(next))
    }

    private movePart(body: number, shift: Vector3, tilt: Vector3, seconds: number): void {
        if (this.held?.body !== body) {
            const matrix = this.stage.viewer.bodyMatrix(body), centre = new Vector3(...(this.store.scene!.bodies[body].centre ?? [0, 0, 0])).applyMatrix4(matrix)
            const held: Held = (this.held = { body, wanted: centre, turn: new Quaternion(), ready: false } as Held)
            void this.store.ask('grab', { body, point: centre.toArray() }).then((done) => {
                if (done) held.ready = true
                else this.held = null
            })
        }
        const { held } = this
        if (!held?.ready) return
        const size = this.stage.viewer.rig.unitsPerPixel(held.wanted) * this.stage.viewer.rig.height
        held.wanted.addScaledVector(shift, sizesASecond * size * seconds)
        const angle = tilt.length() * radiansASecond * seconds
        if (angle > 0) held.turn.premultiply(new Quaternion().setFromAxisAngle(tilt.clone().normalize(), angle))
        const s = Math.hypot(held.turn.x, held.turn.y, held.turn.z), k = s < 1e-12 ? 0 : (2 * Math.atan2(s, Math.abs(held.turn.w)) * (held.turn.w < 0 ? -1 : 1)) / s
        this.store.link.tell('drag', { seq: ++this.store.lastSeq, point: held.wanted.toArray(), turn: [held.turn.x * k, held.turn.y * k, held.turn.z * k] })
    }

    // The camera flies: what is seen goes the other way.
    private moveView(seconds: number): void {
        const { rig } = this.stage.viewer, focus = rig.current.focus, pixels = 600 * seconds
        rig.pan(-this.shift.x * pixels, this.shift.y * pixels, focus)
        rig.zoom(Math.exp(this.shift.z * seconds), focus)
        rig.orbit(-this.tilt.y * pixels, -this.tilt.x * pixels, focus)
    }
}
