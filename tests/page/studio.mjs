// What the tests of the studio's page share: the real server, a real browser, a hand on the mouse.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const skipped = 77
const page = new URL('../../apps/studio/page/', import.meta.url).pathname
const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Ends with "skipped" where a tool is missing, and says which. */
export function chromium() {
    if (!browserPath) skip('there is no /usr/bin/chromium')
    if (!existsSync(join(page, 'node_modules/playwright-core'))) skip('playwright-core is not installed: npm install --no-save in apps/studio/page')
    return createRequire(join(page, 'package.json'))('playwright-core').chromium
}

export function skip(why) {
    console.log(`skipped: ${why}`)
    process.exit(skipped)
}

export function check(truth, what) {
    if (!truth) throw new Error(`not so: ${what}`)
}

/** A port that is free now. */
export function freePort() {
    return new Promise((found) => {
        const listener = createServer().listen(0, '127.0.0.1', () => {
            const { port } = listener.address()
            listener.close(() => found(port))
        })
    })
}

// Waits are for states, not for times: these are only how long somebody waits for a machine that is very busy.
export async function until(what, question, seconds = 60) {
    const end = Date.now() + 1000 * seconds
    for (;;) {
        const answer = await question()
        if (answer) return answer
        if (Date.now() > end) throw new Error(`did not happen within ${seconds} s: ${what}`)
        await new Promise((next) => setTimeout(next, 60))
    }
}

/** `graze studio`, with a home of its own. */
export class Server {
    static async start(graze, { args = [], home = mkdtempSync(join(tmpdir(), 'graze-page-')), port = 0 } = {}) {
        if (spawnSync(graze, ['studio', '--help']).status !== 0) skip('this graze has no studio')
        const server = new Server()
        server.home = home
        server.process = spawn(graze, ['studio', ...args, '--port', String(port), '--no-open', '--audit', '--home', join(home, 'studio')], { cwd: home })
        server.said = ''
        for (const stream of [server.process.stdout, server.process.stderr]) stream.on('data', (text) => (server.said += text))
        server.ended = new Promise((done) => server.process.on('exit', done))
        server.address = await until('graze studio prints its address', () => {
            if (server.process.exitCode !== null) throw new Error(`graze studio ended with ${server.process.exitCode}: ${server.said}`)
            return server.said.match(/http:\/\/127\.0\.0\.1:\d+\/\S*/)?.[0]
        })
        return server
    }

    async kill() {
        this.process.kill('SIGKILL')
        await this.ended
    }

    async stop() {
        this.process.kill('SIGTERM')
        await this.ended
        rmSync(this.home, { recursive: true, force: true })
    }
}

// Between two places in the plane, each x, y and angle: on the arc about the one point that both turns leave where it is.
function screw(from, to, t) {
    const turn = to[2] - from[2], angle = from[2] + t * turn
    if (Math.abs(turn) < 1e-9) return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]), angle]
    const c = Math.cos(turn), s = Math.sin(turn), bx = to[0] - c * from[0] + s * from[1], by = to[1] - s * from[0] - c * from[1], det = (1 - c) ** 2 + s * s
    const px = ((1 - c) * bx - s * by) / det, py = (s * bx + (1 - c) * by) / det
    const [ct, st] = [Math.cos(t * turn), Math.sin(t * turn)], dx = from[0] - px, dy = from[1] - py
    return [px + ct * dx - st * dy, py + st * dx + ct * dy, angle]
}

export async function browse() {
    return chromium().launch({
        executablePath: browserPath,
        args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox', '--disable-dev-shm-usage'],
    })
}

/** A page of the studio. Errors in its console are failures. */
export class Person {
    static async at(browser, address, size = { width: 1280, height: 720 }) {
        const context = 'newContext' in browser ? await browser.newContext({ reducedMotion: 'reduce' }) : browser  // cameras jump
        context.setDefaultTimeout(120000)
        const person = new Person()
        // A page that was built just now, in place of that in the program: for who works on it.
        const fresh = process.env.GRAZE_PAGE
        if (fresh) for (const file of ['studio.js', 'studio.css']) await context.route(`**/${file}`, (route) => route.fulfill({ path: join(fresh, file) }))
        person.page = await context.newPage()
        await person.page.setViewportSize(size)
        person.errors = []
        person.page.on('pageerror', (error) => person.errors.push(error.message))
        person.page.on('console', (message) => message.type() === 'error' && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text()) && person.errors.push(message.text()))
        await person.page.goto(address, { waitUntil: 'commit' })
        await until('the page stands', () => person.page.evaluate(() => window.graze !== undefined).catch(() => false), 120)
        await person.page.bringToFront()
        return person
    }

    /** Asks the page's own state: `store`, `stage` and `actions` are at hand. */
    look(question, argument) {
        return this.page.evaluate(`(({ store, stage, actions }, argument) => (${question}))(window.graze, ${JSON.stringify(argument ?? null)})`)
    }

    async openDemo(name) {
        await this.press(`[data-demo="${name}"]`)
        await this.opened()
    }

    /** A click of the mouse in the middle of something that is seen. It does not wait for pictures that a busy machine owes. */
    async press(selector, options = {}) {
        const one = typeof selector === 'string' ? this.page.locator(selector).first() : selector.first()
        await one.waitFor({ timeout: 60000 })
        await one.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
        const box = await until('it has a place', () => one.boundingBox()), size = this.page.viewportSize()
        check(box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width + 1 && box.y + box.height <= size.height + 1, `${selector} can be seen: ${JSON.stringify(box)}`)
        await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, options)
    }

    button(name, exact = false) {
        return this.page.getByRole('button', { name, exact })
    }

    async opened(seconds = 120) {
        await until('the scene is shown', () => this.look('store.assembly !== null && store.frame !== null && stage.viewer.pictures > 2'), seconds)
    }

    /** A pixel where the mouse is on a body, in the page; well inside of it if there is such a place. */
    async pixelOn(body, spread = 10) {
        return until(`a pixel of body ${body}`, () => this.look(`(() => {
            const v = stage.viewer, [body, s] = argument, box = stage.host.getBoundingClientRect()
            const seen = v.boxOf(store.assembly.partsOfBody[body]), at = []
            for (let k = 0; k < 8; k++) at.push(v.rig.project(seen.min.clone().set(k & 1 ? seen.max.x : seen.min.x, k & 2 ? seen.max.y : seen.min.y, k & 4 ? seen.max.z : seen.min.z)))
            const xs = at.map(({ x }) => x), ys = at.map(({ y }) => y)
            const left = Math.max(4, Math.min(...xs)), right = Math.min(v.rig.width - 4, Math.max(...xs)), top = Math.max(4, Math.min(...ys)), bottom = Math.min(v.rig.height - 4, Math.max(...ys))
            const on = (x, y) => v.pick(x, y, (one) => one === body) !== null && v.pick(x, y)?.body === body && document.elementFromPoint(box.left + x, box.top + y) === v.canvas
            for (const room of [s, s / 3, 0]) {
                const steps = room > 0 ? 20 : 60
                for (let j = 1; j < steps; j++) for (let i = 1; i < steps; i++) {
                    const x = Math.round(left + ((right - left) * i) / steps), y = Math.round(top + ((bottom - top) * j) / steps), half = room / 2
                    if (on(x, y) && (!room || (on(x - half, y - half) && on(x + half, y - half) && on(x - half, y + half) && on(x + half, y + half)))) return [box.left + x, box.top + y]
                }
            }
            return null
        })()`, [body, spread]))
    }

    /** Looks from a standard side: 0 home, 1 front, 5 top. */
    async view(key) {
        await this.page.locator('.stage').focus()
        await this.page.keyboard.press(key)
        await this.drawn()
    }

    async drawn() {
        const before = await this.look('(stage.viewer.request(), stage.viewer.pictures)')
        await until('a picture', () => this.look('stage.viewer.pictures > argument', before))
    }

    /** Presses the left button on a body, and holds it. */
    async grab(body, spread = 10) {
        this.at = await this.pixelOn(body, spread)
        await this.page.mouse.move(...this.at)
        await this.page.mouse.down()
        await this.page.mouse.move(this.at[0] + 5, this.at[1])
        await until('the server knows of the grab', () => this.look('store.frame.grabbed && stage.mouse.mode === "drag"'))
        return this.at
    }

    /** Where the mouse must be for the grabbed point to be wanted at a place, as far as the view can say that. */
    pixelFor(point) {
        return this.look(`(() => {
            const { mouse, viewer } = stage, box = stage.host.getBoundingClientRect()
            const { x, y } = viewer.rig.project(mouse.wanted.clone().set(...argument).sub(mouse.offset))
            return [box.left + x, box.top + y]
        })()`, point)
    }

    /** Until the part is where the hand wants it, or gets no nearer. */
    async follows(near = 1) {
        await this.heeded()
        let before = Infinity, waits = 0
        await until('the part follows', async () => {
            const { lag, frames } = await this.look('({ lag: store.frame.lag, frames: store.frames })')
            if (lag < near) return true
            waits = lag < 0.98 * before ? 0 : waits + 1
            before = Math.min(lag, before)
            if (waits > 4) return true
            await until('more frames', () => this.look('store.frames > argument + 2 || store.frame.asleep', frames), 10).catch(() => {})
            return false
        })
    }

    /**
     * The grabbed body goes through poses that turn about the vertical, by mouse: a plain drag moves it in a level plane (Shift Z),
     * with Shift it turns. The wheel goes nearer for the last of them, where more care is needed.
     */
    async through(body, poses, { steps = 8, nearer = 0, each = async () => {} } = {}) {
        await this.page.keyboard.press('Shift+Z')
        check((await this.look('stage.mouse.holding')) === 'XY plane', 'the drag is held in the level plane')
        const level = await this.look('stage.mouse.wanted.z')
        const yaw = ([, , , , , z, w]) => 2 * Math.atan2(z, w)
        const from = await this.pose(body), grabbed = await this.look('store.frame.grabbedAt')
        const numbers = (pose) => [...pose.position, ...pose.rotation]
        const began = yaw(numbers(from))
        const c = Math.cos(-began), s = Math.sin(-began), d = [grabbed[0] - from.position[0], grabbed[1] - from.position[1]]
        const local = [c * d[0] - s * d[1], s * d[0] + c * d[1]]
        let last = [from.position[0], from.position[1], began]
        for (const [index, pose] of poses.entries()) {
            const next = [pose[0], pose[1], yaw(pose)]
            if (nearer > 0 && index >= poses.length - nearer) {
                await this.page.mouse.wheel(0, -500)
                await this.drawn()
            }
            for (let k = 1; k <= steps; k++) {
                const [x, y, angle] = screw(last, next, k / steps)
                const left = angle - began - (await this.look('2 * Math.atan2(stage.mouse.turn.z, stage.mouse.turn.w)'))
                const here = await this.look('[stage.mouse.last.x, stage.mouse.last.y]'), box = await this.page.locator('.stage').boundingBox()
                await this.page.keyboard.down('Shift')
                await this.page.mouse.move(box.x + here[0] + left / (await this.look('stage.mouse.turnPerPixel')), box.y + here[1])
                await this.page.keyboard.up('Shift')
                const [ca, sa] = [Math.cos(angle), Math.sin(angle)]
                await this.page.mouse.move(...(await this.pixelFor([x + ca * local[0] - sa * local[1], y + sa * local[0] + ca * local[1], level])))
                await this.follows(2)
                await each()
            }
            last = next
        }
    }

    async release() {
        await this.page.mouse.up()
        await until('the server knows of the release', () => this.look('!store.frame.grabbed'))
    }

    pose(body) {
        return this.look('store.poses[argument]', body)
    }

    /** Until the server has heeded the last thing that the mouse did. */
    heeded() {
        return until('the last drag is heeded', () => this.look('store.frame.seq >= store.lastSeq'))
    }

    /** Until the part moves no more. */
    async still(body, seconds = 60) {
        let before = await this.pose(body)
        await until('the part rests', async () => {
            await new Promise((next) => setTimeout(next, 350))
            const now = await this.pose(body)
            const way = Math.hypot(...now.position.map((v, k) => v - before.position[k]))
            before = now
            return way < 0.01
        }, seconds)
    }

    /** The server's own exact test of every state that it sent. */
    async audit() {
        const done = await this.look(`store.link.ask('audit')`)
        check(done.frames > 0, 'the audit looked at frames')
        check(done.interpenetrating === 0, `no frame interpenetrates: ${JSON.stringify(done)}`)
        return done.frames
    }

    fine() {
        check(this.errors.length === 0, `no errors in the console: ${this.errors.join(' | ')}`)
    }
}

/** Runs steps one after the other; says how long each took; ends with 1 at the first that fails. */
export async function run(steps) {
    for (const [name, step] of steps) {
        const began = Date.now()
        try {
            await step()
            console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
        } catch (error) {
            console.log(`FAIL ${name}: ${error.stack ?? error}`)
            return 1
        }
    }
    return 0
}
