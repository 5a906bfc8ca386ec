// The connection to the server: commands with answers, messages of state, frames. It heals by itself.

import { protocolVersion, readFrame, type Commands, type CommandType, type Done, type Failure, type Frame, type Message } from './protocol'

export class CommandError extends Error {
    constructor(readonly code: string, message: string, readonly remedy: string) {
        super(message)
    }
}

export type Connection = 'connecting' | 'open' | 'lost'

interface Waiting { resolve: (done: Done) => void; reject: (error: CommandError) => void }

const firstRetryMs = 400, longestRetryMs = 5000, silenceMs = 6000

export class Link {
    onMessage: (message: Message) => void = () => {}
    onFrame: (frame: Frame, bytes: number) => void = () => {}
    onConnection: (state: Connection, retryAt: number) => void = () => {}
    state: Connection = 'connecting'
    private socket: WebSocket | null = null
    private nextId = 1
    private readonly waiting = new Map<number, Waiting>()
    private retryMs = firstRetryMs
    private retryTimer = 0
    private heard = 0
    readonly token = new URLSearchParams(location.search).get('token') ?? ''

    constructor() {
        setInterval(() => this.watchSilence(), 1000)
    }

    url(path: string, query: Record<string, string | number> = {}): string {
        const all = new URLSearchParams({ token: this.token })
        for (const [key, value] of Object.entries(query)) all.set(key, String(value))
        return `${path}?${all}`
    }

    connect(): void {
        clearTimeout(this.retryTimer)
        this.socket?.close()
        const socket = new WebSocket(`ws://${location.host}${this.url('/ws')}`)
        socket.binaryType = 'arraybuffer'
        this.socket = socket
        socket.onopen = () => {
            this.heard = performance.now()
            this.post({ type: 'hello', protocol: protocolVersion, session: sessionStorage.getItem(this.sessionKey) })
        }
        socket.onmessage = ({ data }) => {
            if (socket !== this.socket) return
            this.heard = performance.now()
            if (typeof data === 'string') return this.take(JSON.parse(data) as Message)
            const frame = readFrame(data as ArrayBuffer)
            if (frame) this.onFrame(frame, (data as ArrayBuffer).byteLength)
        }
        socket.onclose = () => {
            if (socket === this.socket) this.lost()
        }
    }

    /** Sends a command; the promise is what the server answers. */
    ask<T extends CommandType>(type: T, members?: Commands[T]): Promise<Done> {
        if (this.state !== 'open') return Promise.reject(new CommandError('lost', 'There is no connection to the studio.', 'Wait until it is back.'))
        const id = this.nextId++
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject })
            this.post({ type, id, ...members })
        })
    }

    /** Sends a command that has no answer. */
    tell<T extends CommandType>(type: T, members?: Commands[T] & { id?: number }): void {
        if (this.state === 'open') this.post({ type, ...members })
    }

    /** Bytes that the browser still has to send. */
    get backlog(): number {
        return this.socket?.bufferedAmount ?? 0
    }

    private post(message: object): void {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
    }

    private take(message: Message): void {
        if (message.type === 'welcome') {
            sessionStorage.setItem(this.sessionKey, message.session)
            this.retryMs = firstRetryMs
            this.state = 'open'
            this.onConnection('open', 0)
        }
        if ((message.type === 'done' || message.type === 'error') && typeof message.id === 'number') {
            const waiting = this.waiting.get(message.id)
            this.waiting.delete(message.id)
            if (waiting && message.type === 'done') return waiting.resolve(message)
            if (waiting) return waiting.reject(asError(message as Failure))
        }
        this.onMessage(message)
    }

    private lost(): void {
        this.socket = null
        this.state = 'lost'
        for (const { reject } of this.waiting.values()) reject(new CommandError('lost', 'The connection was lost before the answer came.', ''))
        this.waiting.clear()
        this.retryTimer = window.setTimeout(() => this.connect(), this.retryMs)
        this.onConnection('lost', performance.now() + this.retryMs)
        this.retryMs = Math.min(longestRetryMs, this.retryMs * 1.7)
    }

    // Frames come at least once a second: a long silence is a lost connection that nobody has noticed yet.
    private watchSilence(): void {
        if (this.state !== 'open' || document.hidden) return
        const silent = performance.now() - this.heard
        if (silent > silenceMs / 2) this.tell('ping')
        if (silent > 4 * silenceMs) this.connect()
    }

    private get sessionKey(): string {
        return `graze-session-${location.host}`
    }
}

function asError({ code, message, remedy }: Failure): CommandError {
    return new CommandError(code, message, remedy)
}
