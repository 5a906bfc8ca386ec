// What the tests of the studio's page share: the real server, a real browser, a hand on the mouse.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
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

export async function until(what, question, seconds = 30) {
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

export async function browse() {
    return chromium().launch({
        executablePath: browserPath,
        args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox', '--disable-dev-shm-usage'],
    })
}

/** A page of the studio. Errors in its console are failures. */
export class Person {
    static async at(context, address, size = { width: 1060, height: 620 }) {
        const person = new Person()
        person.page = await context.newPage()
        await person.page.setViewportSize(size)
        person.errors = []
        person.page.on('pageerror', (error) => person.errors.push(error.message))
        person.page.on('console', (message) => message.type() === 'error' && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text()) && person.errors.push(message.text()))
        await person.page.goto(address)
        await person.page.waitForFunction('window.graze !== undefined', null, { timeout: 60000 })
        return person
    }

    /** Asks the page's own state: `store`, `stage` and `actions` are at hand. */
    look(question, argument) {
        return this.page.evaluate(`(({ store, stage, actions }, argument) => (${question}))(window.graze, ${JSON.stringify(argument ?? null)})`)
    }

    async openDemo(name) {
        await this.page.locator(`[data-demo="${name}"]`).click({ timeout: 30000 })
        await this.opened()
    }

    async opened(seconds = 120) {
        await until('the scene is shown', () => this.look('store.assembly !== null && store.frame !== null && stage.viewer.pictures > 2'), seconds)
    }

    /** A pixel where the mouse is well on a body, in the page. */
    async pixelOn(body, spread = 10) {
        return until(`a pixel of body ${body}`, () => this.look(`(() => {
            const v = stage.viewer, [body, s] = argument, box = stage.host.getBoundingClientRect()
            const on = (x, y) => v.pick(x, y)?.body === body && document.elementFromPoint(box.left + x, box.top + y) === v.canvas
            for (let y = 20; y < v.rig.height - 20; y += 9) for (let x = 20; x < v.rig.width - 20; x += 9)
                if (on(x, y) && on(x + s, y) && on(x, y + s) && on(x + s, y + s) && on(x + s / 2, y + s / 2)) return [box.left + x + s / 2, box.top + y + s / 2]
            return null
        })()`, [body, spread]))
    }

    /** Presses the left button on a body. */
    async grab(body) {
        this.at = await this.pixelOn(body)
        await this.page.mouse.move(...this.at)
        await this.page.mouse.down()
        await this.page.mouse.move(this.at[0] + 6, this.at[1])
        await until('the server knows of the grab', () => this.look('store.frame.grabbed'))
        return this.at
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
    async still(body, seconds = 20) {
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
