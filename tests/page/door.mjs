// A person mounts the car door: by mouse, in the real page, against the real server.
// door.mjs GRAZE

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browse, check, Person, run, Server, until } from './studio.mjs'

const graze = process.argv[2]
const browser = await browse()
const server = await Server.start(graze)
const folder = mkdtempSync(join(tmpdir(), 'graze-page-'))
let me, door, start

const far = (a, b) => Math.hypot(...a.position.map((v, k) => v - b.position[k]))
// Where the grabbed door must be dragged to, seen from above: into the car, right through its side.
async function intoTheCar() {
    const here = await me.look('stage.mouse.grabbedAt.toArray()')
    return me.pixelFor([here[0] - 300, here[1] + 1500, here[2]])
}

async function dragWith(move) {
    await me.view('5')
    const before = await me.pose(door)
    await me.grab(door, 4)
    await move(me.at, await intoTheCar())
    await me.heeded()
    await until('the car stops the door', () => me.look('store.frame.contacts.some((one) => one.push > 0) && store.frame.lag > 100'))
    const now = await me.pose(door)
    check(far(now, before) > 100, 'the door followed the mouse')
    await me.audit()
    return before
}

const code = await run([
    ['the start shows demos, and the door is the first', async () => {
        me = await Person.at(browser, server.address)
        await me.page.locator('.demo.first[data-demo="car-door"]').waitFor()
        check((await me.page.locator('.demo').count()) >= 5, 'several demos are offered')
    }],
    ['one click, and the car and its door are there', async () => {
        const began = performance.now()
        await me.openDemo('car-door')
        console.log(`     after ${((performance.now() - began) / 1000).toFixed(1)} s`)
        door = await me.look('store.scene.bodies.findIndex((body) => body.moves)')
        check(door >= 0, 'a body moves')
        start = await me.pose(door)
        check((await me.page.locator('.row').count()) > 8, 'the tree has rows')
        check(/Certified/.test(await me.page.locator('.badge').first().innerText()), 'the badge says certified')
    }],
    ['slowly: it stops at contact and slides', async () => {
        const before = await dragWith((from, to) => me.page.mouse.move(...to, { steps: 24 }))
        check((await me.page.locator('.contact').count()) > 0, 'contacts are listed')
        await me.page.keyboard.press('Escape')
        await until('Esc brings it back to where it was grabbed', async () => far(await me.pose(door), before) < 1e-6)
        await me.page.mouse.up()
    }],
    ['fast, and in zigzag', async () => {
        await dragWith(async (from, to) => {
            await me.page.mouse.move(...to, { steps: 2 })
            for (let k = 0; k < 12; k++) await me.page.mouse.move(to[0] + (k % 2 ? 60 : -60), to[1] - 8 * k)
            await me.page.mouse.move(...to)
        })
        await me.release()
    }],
    ['undo takes the drag back', async () => {
        await me.page.keyboard.press('Control+z')
        await until('the door is where it began', async () => far(await me.pose(door), start) < 1e-6)
    }],
    ['5,000 pixels in one move, recorded', async () => {
        await me.page.keyboard.press('q')
        await until('it records', () => me.look('store.paths.recording'))
        await dragWith(async (from, to) => {
            const way = Math.hypot(to[0] - from[0], to[1] - from[1])
            await me.page.mouse.move(from[0] + (5000 * (to[0] - from[0])) / way, from[1] + (5000 * (to[1] - from[1])) / way)
            await until('the clearance is drawn while it is recorded', () => me.page.locator('.curve > path').first().isVisible())
        })
        await me.release()
        await me.page.keyboard.press('q')
        await until('the recording is a path', () => me.look('!store.paths.recording && store.paths.paths.length > 0 && store.timeline !== null'))
        check(await me.look('store.timeline.times.length > 2'), 'the timeline has stops')
        await until('the curve is drawn', () => me.page.locator('.curve > path').first().isVisible())
    }],
    ['it is certified, and graze verify accepts the certificate', async () => {
        await me.press(me.button('Certify'))
        await until('the page says certified', async () => /Certified\./.test(await me.page.locator('.toast').first().innerText().catch(() => '')), 180)
        const path = await me.look('store.paths.paths.at(-1)')
        check(path.verdict === 'certified', `the path is certified, not ${path.verdict}`)
        const fetched = async (name) => {
            const response = await fetch(await me.look('new URL(store.link.url("/download", { name: argument }), location).href', name))
            check(response.ok, `${name} can be fetched`)
            return Buffer.from(await response.arrayBuffer())
        }
        const certificate = join(folder, 'proof.graze')
        writeFileSync(certificate, await fetched(path.certificate))
        const said = execFileSync(graze, ['verify', certificate], { encoding: 'utf8' })
        check(/^valid/i.test(said), `graze verify accepts it: ${said}`)
    }],
    ['the timeline scrubs, and Esc goes back to what is live', async () => {
        const box = await me.page.locator('.curve').boundingBox()
        await me.page.mouse.click(box.x + 0.3 * box.width, box.y + 0.5 * box.height)
        await until('a replay is shown', () => me.look('store.frame.replay'))
        await me.page.keyboard.press('Escape')
        await until('the live scene is back', () => me.look('!store.frame.replay'))
    }],
    ['clashes are listed; a click dims the rest', async () => {
        await me.press(me.page.locator('.clashes .button', { hasText: 'Check' }))
        await until('a list of clashes', () => me.look('store.clashes !== null'), 60)
        await me.press('.chip')
        if (await me.page.locator('.clash').count()) {
            await me.press('.clash')
            await until('the pair is shown', () => me.look('stage.focusPair !== null'))
            await me.page.keyboard.press('Escape')
        }
    }],
    ['the door goes to its seat', async () => {
        await me.look(`store.link.ask('reset')`)
        await until('the door is where it began', async () => far(await me.pose(door), start) < 1e-6)
        const way = await me.look('store.scene.paths[0].poses')
        await me.view('0')
        await me.grab(door)
        await me.page.keyboard.press('z')  // along Z: down to the height of the opening
        const here = await me.look('stage.mouse.wanted.toArray()')
        await me.page.mouse.move(...(await me.pixelFor([here[0], here[1], here[2] + way.at(-1)[2] - way[0][2]])), { steps: 2 })
        await me.follows(0.5)
        await me.through(door, way.slice(1), { steps: 6, nearer: 3 })
        await me.release()
        const [seat, now] = [way.at(-1), await me.pose(door)]
        const off = Math.hypot(...now.position.map((v, k) => v - seat[k])), turned = 2 * Math.acos(Math.min(1, Math.abs(now.rotation.reduce((sum, v, k) => sum + v * seat[3 + k], 0))))
        console.log(`     ${off.toFixed(2)} mm and ${((turned * 180) / Math.PI).toFixed(3)} degrees from its seat`)
        check(off < 3 && turned < 0.01, 'the door is in its opening')
    }],
    ['the window motor comes out of its door', async () => {
        await me.audit()
        await me.look(`store.link.ask('close')`)
        await until('the start', () => me.look('store.scene === null'))
        await me.openDemo('window-motor')
        const motor = await me.look('store.scene.bodies.findIndex((body) => body.moves)'), way = await me.look('store.scene.paths[0].poses')
        await me.press(me.page.locator('.row', { hasText: 'motor' }))
        await me.page.locator('.stage').focus()
        await me.page.keyboard.press('t')  // the door as glass: the motor is behind it
        await me.view('5')
        await me.grab(motor, 4)
        await me.through(motor, way.slice(1), { steps: 6 })
        await me.release()
        const now = await me.pose(motor), end = way.at(-1)
        const off = Math.hypot(...now.position.map((v, k) => v - end[k]))
        console.log(`     ${off.toFixed(1)} mm from where the demo lays it down`)
        check(off < 30, 'the motor is out of the door')
    }],
    ['every frame that was sent is free of interpenetration', async () => {
        console.log(`     ${await me.audit()} states judged by the server's exact test`)
        me.fine()
    }],
])
await browser.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(code)
