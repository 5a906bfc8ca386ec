// Random hands: drags, keys, wheels, tools, for some seconds. Nothing breaks, nothing interpenetrates, memory stays.
// random.mjs GRAZE [SECONDS] [DEMO]

import { readFileSync } from 'node:fs'
import { browse, check, Person, run, Server, until } from './studio.mjs'

const [graze, seconds = '20', demo = 'peg-in-hole'] = process.argv.slice(2)
let seed = 20261119
const random = (below) => {  // a small generator of its own: the same hands each time
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
}

const browser = await browse()
const server = await Server.start(graze)
let me
const done = { drags: 0, keys: 0, wheels: 0, clicks: 0 }

async function drag() {
    const body = await me.look('(() => { const all = store.scene.bodies.map((b, k) => (b.moves ? k : -1)).filter((k) => k >= 0); return all[argument % all.length] })()', random(1000))
    const at = await me.look(`(() => {
        const v = stage.viewer, box = stage.host.getBoundingClientRect()
        for (let k = 0; k < 400; k++) {
            const x = (k * 7919) % v.rig.width, y = (k * 104729) % v.rig.height
            if (v.pick(x, y)?.body === argument && document.elementFromPoint(box.left + x, box.top + y) === v.canvas) return [box.left + x, box.top + y]
        }
        return null
    })()`, body)
    if (!at) return me.page.keyboard.press('0')
    await me.page.mouse.move(...at)
    await me.page.mouse.down()
    for (let k = random(6) + 1; k > 0; k--) await me.page.mouse.move(at[0] + random(500) - 250, at[1] + random(400) - 200)
    if (random(4) === 0) await me.page.keyboard.press('Escape')
    await me.page.mouse.up()
    done.drags++
}

const keys = ['f', '0', '1', '2', '3', '4', '5', '6', 'o', 'c', 'i', 't', 'g', 'r', 'q', 'p', 'p', 'k', 'l', 'h', 'H', ' ', 'j', ',', '.', 'b', 'n', 'm', 'Escape', 'Escape', 'Control+z', 'Control+y', 'Control+Backspace', 'PageDown', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', 'X']

async function act() {
    const what = random(10)
    if (what < 4) return drag()
    if (what < 8) {
        await me.page.keyboard.press(keys[random(keys.length)])
        return void done.keys++
    }
    const box = await me.page.locator('.stage').boundingBox()
    await me.page.mouse.move(box.x + random(box.width), box.y + random(box.height))
    if (what === 8) {
        await me.page.mouse.wheel(0, random(400) - 200)
        return void done.wheels++
    }
    await me.page.mouse.click(box.x + random(box.width), box.y + random(box.height), { button: random(3) ? 'left' : 'right' })
    await me.page.keyboard.press('Escape')
    done.clicks++
}

const resident = () => Number(readFileSync(`/proc/${server.process.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1e3

const heap = async () => {
    const session = await me.page.context().newCDPSession(me.page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    await session.detach()
    return usedSize / 1e6
}

const code = await run([
    [`random hands for ${seconds} s`, async () => {
        me = await Person.at(browser, server.address)
        await me.openDemo(demo)
        const began = Date.now(), end = began + 1000 * Number(seconds)
        while (Date.now() < began + 250 * Number(seconds)) await act()  // a quarter of the time to grow warm
        const before = await heap(), serverBefore = resident()
        while (Date.now() < end) await act()
        await me.page.keyboard.press('Escape')
        const after = await heap(), serverAfter = resident()
        console.log(`     ${JSON.stringify(done)}; the page holds ${before.toFixed(0)} MB, at the end ${after.toFixed(0)} MB; the server ${serverBefore.toFixed(0)} and ${serverAfter.toFixed(0)} MB`)
        check(done.drags > 0 && done.keys > 0, 'hands were busy')
        check(after < before + 20, 'the page holds no more than before')
        check(serverAfter < serverBefore + 60, 'the server holds no more than before, but for what was recorded')
    }],
    ['all is well afterwards', async () => {
        await until('connected', () => me.look('store.connection === "open"'))
        await me.look(`store.link.ask('stop').catch(() => null)`)
        await me.look(`store.link.ask('set_world', { paused: false })`)
        await me.look(`store.link.ask('reset')`)
        const frames = await me.audit()
        console.log(`     ${frames} states judged by the server's exact test`)
        me.fine()
        check(server.process.exitCode === null, 'the server runs')
    }],
])
await browser.close()
await server.stop()
process.exit(code)
