// All that the page knows. The server's word is the truth; what only concerns this page (what is selected, hidden, dimmed) stands here, too.

import { assemble, poseFrom, type Assembly } from './assemble'
import { CommandError, Link, type Connection } from './link'
import {
    none, readGeometry, type Clashes, type Commands, type CommandType, type Done, type Frame, type History, type Message, type Paths, type People, type SceneMessage, type Start,
    type Task, type Timeline, type Welcome, type World,
} from './protocol'
import type { Pose } from './viewer'
import { today } from './words'

export type Topic =
    | 'connection' | 'people' | 'start' | 'scene' | 'loading' | 'world' | 'history' | 'paths' | 'timeline' | 'clashes' | 'tasks' | 'frame' | 'selection' | 'looks'
    | 'toast' | 'settings' | 'tool'

export interface Toast { kind: 'info' | 'good' | 'contact' | 'error'; title: string; text: string; action?: { word: string; run: () => void } }
export type Tool = 'move' | 'turn' | 'measure' | 'align'

export class Store {
    readonly link = new Link()
    connection: Connection = 'connecting'
    retryAt = 0
    everOpen = false
    welcome: Welcome | null = null
    people: People = { type: 'people', driver: null, watching: 0, asks: null, until: null }
    peopleAt = 0
    start: Start | null = null
    scene: SceneMessage | null = null
    assembly: Assembly | null = null
    loading: { what: string; share: number | null } | null = null
    world: World | null = null
    history: History | null = null
    paths: Paths = { type: 'paths', paths: [], recording: false }
    timeline: Timeline | null = null
    path: number | null = null  // whose timeline is shown
    clashes: Clashes | null = null
    readonly tasks = new Map<number, Task>()
    frame: Frame | null = null
    poses: Pose[] = []
    frames = 0
    selected: number | null = null  // an instance
    selectedBody: number | null = null
    tool: Tool = 'move'
    toast: Toast | null = null
    lastSeq = 0
    private restarted = false
    private readonly listeners = new Map<Topic, (() => void)[]>()

    constructor() {
        this.link.onMessage = (message) => this.take(message)
        this.link.onFrame = (frame) => this.takeFrame(frame)
        this.link.onConnection = (state, retryAt) => {
            const before = this.connection
            this.connection = state
            this.retryAt = retryAt
            if (state === 'open' && before === 'lost' && this.everOpen) this.say({ kind: 'good', title: 'Back again.', text: 'Nothing was lost.' })
            if (state === 'open') this.everOpen = true
            this.changed('connection')
        }
    }

    on(topics: Topic | Topic[], listener: () => void): void {
        for (const topic of [topics].flat()) {
            if (!this.listeners.has(topic)) this.listeners.set(topic, [])
            this.listeners.get(topic)!.push(listener)
        }
    }

    changed(topic: Topic): void {
        for (const listener of this.listeners.get(topic) ?? []) listener()
    }

    get drives(): boolean {
        return this.connection === 'open' && this.welcome !== null && this.people.driver === this.welcome.you
    }

    say(toast: Toast): void {
        this.toast = toast
        this.changed('toast')
    }

    /** A command whose failure is told to the person. */
    async ask<T extends CommandType>(type: T, members?: Commands[T]): Promise<Done | null> {
        try {
            return await this.link.ask(type, members)
        } catch (error) {
            this.fail(error)
            return null
        }
    }

    fail(error: unknown): void {
        if (error instanceof CommandError && error.code === 'lost') return  // the banner says it
        if (error instanceof CommandError && error.code === 'cancelled') return this.say({ kind: 'info', title: 'Cancelled.', text: 'All is as before.' })
        if (error instanceof CommandError && error.code === 'not_driver') {
            return this.say({
                kind: 'info', title: 'Another page drives.', text: 'This page watches.',
                action: { word: 'Ask to drive', run: () => void this.ask('ask_to_drive') },
            })
        }
        const message = error instanceof Error ? error.message : String(error)
        this.say({ kind: 'error', title: message, text: error instanceof CommandError ? error.remedy : '' })
    }

    select(instance: number | null): void {
        this.selected = instance
        this.selectedBody = instance === null ? null : this.assembly?.parts[instance].body ?? null
        this.changed('selection')
    }

    selectBody(body: number | null): void {
        this.selected = body === null ? null : this.assembly?.partsOfBody[body][0] ?? null
        this.selectedBody = body
        this.changed('selection')
    }

    showPath(path: number | null): void {
        this.path = path
        this.timeline = null
        this.changed('timeline')
        if (path !== null) void this.ask('timeline', { path })
    }

    /** Parts that are said to move can be grabbed at once; others when they are selected, or if nothing is said to move. */
    mayGrab(body: number): boolean {
        const { scene } = this
        return scene !== null && (scene.bodies[body]?.moves || body === this.selectedBody || !scene.bodies.some(({ moves }) => moves))
    }

    bodyName(body: number): string {
        const name = this.scene?.bodies[body]?.name ?? ''
        return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')
    }

    /** A part of a body, by one of its faces. */
    partName(body: number, face: number): string {
        const instance = face === none ? null : this.assembly?.instanceOfFace(body, face)
        return instance === null || instance === undefined ? this.bodyName(body) : this.assembly!.parts[instance].name.replace(/^.*\//, '').replaceAll('_', ' ')
    }

    get unit(): string {
        return this.scene?.unit || ''
    }

    private take(message: Message): void {
        switch (message.type) {
            case 'welcome': {
                const restarted = this.welcome !== null && this.welcome.server !== message.server
                this.welcome = message
                this.tasks.clear()
                if (restarted) this.say({ kind: 'info', title: 'The studio was restarted.', text: '' })
                if (restarted) this.scene = null
                this.restarted = restarted
                return this.changed('people')
            }
            case 'people': {
                this.people = message
                this.peopleAt = performance.now()
                return this.changed('people')
            }
            case 'start': {
                this.start = message
                this.scene = null
                this.assembly = null
                this.frame = null
                this.changed('start')
                return this.changed('scene')
            }
            case 'scene': return void this.openScene(message)
            case 'world': this.world = message; return this.changed('world')
            case 'history': this.history = message; return this.changed('history')
            case 'paths': return this.takePaths(message)
            case 'timeline': {
                if (message.path !== this.path) return
                this.timeline = message
                return this.changed('timeline')
            }
            case 'clashes': this.clashes = message; return this.changed('clashes')
            case 'task': {
                this.tasks.set(message.task, message)
                if (message.state !== 'running' && message.state !== 'cancelling') this.tasks.delete(message.task)
                return this.changed('tasks')
            }
            case 'error': return this.fail(new CommandError(message.code, message.message, message.remedy))
            case 'done':
            case 'contact': return
        }
    }

    private takePaths(message: Paths): void {
        const known = new Set(this.paths.paths.map(({ path }) => path))
        const before = this.paths.paths.find(({ path }) => path === this.path)
        this.paths = message
        const fresh = message.paths.filter(({ path }) => !known.has(path)).at(-1)
        const now = message.paths.find(({ path }) => path === this.path)
        if (fresh && known.size + 1 >= message.paths.length) this.showPath(fresh.path)
        else if (!now) this.showPath(message.paths.at(-1)?.path ?? null)
        else if (before && (before.stops !== now.stops || before.verdict !== now.verdict)) void this.ask('timeline', { path: now.path })
        this.changed('paths')
    }

    private async openScene(message: SceneMessage): Promise<void> {
        if (this.scene?.scene === message.scene && this.assembly) {
            this.scene = message
            message.bodies.forEach(({ moves }, body) => (this.assembly!.scene.bodies[body].moving = moves))
            return this.changed('scene')
        }
        this.scene = message
        if (this.restarted && message.restored) this.say({ kind: 'info', title: 'The studio was restarted.', text: `Your scene is as saved ${today(message.restored)}.` })
        this.restarted = false
        this.assembly = null
        this.poses = message.bodies.map(({ pose }) => poseFrom(pose))
        this.frame = null
        this.selected = this.selectedBody = null
        this.timeline = this.clashes = null
        this.path = null
        this.paths = { type: 'paths', paths: [], recording: false }
        this.loading = { what: `Fetching ${message.name}`, share: null }
        this.changed('scene')
        this.changed('loading')
        try {
            const buffer = await this.fetchGeometry(message)
            if (this.scene !== message) return
            this.loading = { what: 'Preparing the picture', share: 1 }
            this.changed('loading')
            await new Promise((next) => setTimeout(next))
            const assembly = assemble(message, readGeometry(buffer))
            assembly.scene.bodies.forEach((body, k) => (body.pose = this.poses[k]))
            this.assembly = assembly
        } catch (error) {
            this.fail(error)
        }
        if (this.scene !== message) return
        this.loading = null
        this.changed('loading')
        this.changed('scene')
    }

    private async fetchGeometry(message: SceneMessage): Promise<ArrayBuffer> {
        const response = await fetch(this.link.url('/geometry', { scene: message.scene }))
        if (!response.ok || !response.body) throw new Error(`The geometry of ${message.name} could not be fetched (${response.status}).`)
        const total = Number(response.headers.get('content-length'))
        const chunks: Uint8Array[] = []
        let got = 0
        for (const reader = response.body.getReader(); ;) {
            const { done, value } = await reader.read()
            if (done) break
            chunks.push(value)
            got += value.length
            this.loading = { what: `Fetching ${message.name}`, share: total ? Math.min(1, got / total) : null }
            this.changed('loading')
        }
        const whole = new Uint8Array(got)
        let at = 0
        for (const chunk of chunks) {
            whole.set(chunk, at)
            at += chunk.length
        }
        return whole.buffer
    }

    private takeFrame(frame: Frame): void {
        if (frame.scene !== this.scene?.scene) return
        this.frame = frame
        this.frames++
        for (const { body, pose } of frame.poses) if (body < this.poses.length) this.poses[body] = poseFrom(pose)
        this.changed('frame')
    }
}
