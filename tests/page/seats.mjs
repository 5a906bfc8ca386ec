// Assemblies that begin seated: a bolt in its hole is grabbed and pulled out, by mouse.
// seats.mjs GRAZE; with GRAZE_MODELS=FOLDER also the bolts of as1-oc-214.stp there, an assembly of the STEP file tests of others.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { browse, check, Person, run, Server, until } from './studio.mjs'

const graze = process.argv[2], model = join(process.env.GRAZE_MODELS ?? '', 'as1-oc-214.stp')
const browser = await browse()
const server = await Server.start(graze)
let me

/** Drags a body along a way until it is there or nearly; how far it came. */
async function pull(body, way, view) {
    const before = await me.pose(body)
    await me.view(view)
    await me.grab(body, 3)
    const at = await me.look('stage.mouse.grabbedAt.toArray()')
    for (let k = 1; k <= 8; k++) {
        await me.page.mouse.move(...(await me.pixelFor(at.map((v, i) => v + (way[i] * k) / 8))))
        await me.follows(0.02 * Math.hypot(...way))
    }
    await me.release()
    const now = await me.pose(body)
    return Math.hypot(...now.position.map((v, k) => v - before.position[k]))
}

const steps = [
    ['the bolt of the demo comes out of its hole', async () => {
        me = await Person.at(browser, server.address)
        await me.openDemo('bolt-in-hole')
        const seats = await me.look('store.scene.seats.length'), paths = await me.look('store.scene.paths')
        console.log(`     ${seats} pairs begin in contact`)
        check(seats > 0, 'it begins seated')
        const nut = paths.find(({ body }) => body !== 0)?.body
        for (const { body, poses } of [...paths].sort((a, b) => (b.body === nut) - (a.body === nut))) {  // the nut leaves first
            const moved = poses.slice(1).map((pose, k) => [0, 1, 2].map((i) => pose[i] - poses[k][i]))
            for (const way of moved.filter((step) => Math.hypot(...step) > 0)) {
                const came = await pull(body, way, '1'), far = Math.hypot(...way)
                console.log(`     body ${body} came ${came.toFixed(1)} of ${far.toFixed(1)}`)
                check(came > 0.8 * far, 'it went where it was pulled')
            }
        }
        await me.audit()
        me.fine()
    }],
]
if (existsSync(model)) {
    steps.push(['as1: a bolt is grabbed where it stands, and pulled out', async () => {
        await me.look(`store.link.ask('open', { files: [argument] })`, model)
        await me.opened(300)
        const names = await me.look('store.scene.bodies.map(({ name }) => name)'), bolt = names.findIndex((name) => /bolt/i.test(name))
        check(bolt >= 0, `there is a bolt among ${names}`)
        await me.press(me.page.locator('.row', { hasText: names[bolt].split('/').at(-1) }))
        await me.page.locator('.stage').focus()
        await me.page.keyboard.press('t')
        const box = await me.look('(() => { const b = stage.viewer.boxOf(store.assembly.partsOfBody[argument]); return [b.min.toArray(), b.max.toArray()] })()', bolt)
        console.log(`     ${names[bolt]}, ${await me.look('store.scene.seats.length')} pairs begin in contact, box ${JSON.stringify(box)}`)
        for (const [way, view] of [[[0, 0, 40], '1'], [[0, 0, -40], '1']]) {
            const came = await pull(bolt, way, view)
            console.log(`     along ${way}: ${came.toFixed(1)}`)
            await me.page.keyboard.press('Control+z')
            await until('nothing is held', () => me.look('!store.frame.grabbed'))
        }
        await me.audit()
    }])
}
const code = await run(steps)
await browser.close()
await server.stop()
process.exit(code)
