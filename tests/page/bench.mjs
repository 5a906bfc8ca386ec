// How long a person waits for the page: until the start can be used, until a scene is there, and how many pictures a second a drag shows.
// bench.mjs GRAZE; called by ./bench studio. Pictures are drawn by the processor here, so they are the worst case.

import { browse, Person, run, Server, until } from './studio.mjs'

const graze = process.argv[2]
const browser = await browse()
const server = await Server.start(graze)
const say = (scene, what, value, unit) => console.log(`${scene},${what},1,${value},,,${unit}`)
const seconds = (began) => ((performance.now() - began) / 1000).toFixed(2)
let me

const opens = async (demo, word) => {
    const began = performance.now()
    await me.look(`store.link.ask('open', { demo: argument })`, demo)
    await me.opened(900)
    say(demo, word, seconds(began), 's')
}

const code = await run([
    ['the start', async () => {
        const began = performance.now()
        me = await Person.at(browser, server.address)
        await me.page.locator('.demo.first').waitFor()
        await until('it drives', () => me.look('store.drives'))
        say('start', 'page interactive', seconds(began), 's')
    }],
    ['the door', async () => {
        await opens('car-door', 'from the click to the picture')
        const door = await me.look('store.scene.bodies.findIndex((body) => body.moves)')
        await me.view('5')
        await me.grab(door, 4)
        const before = await me.look('({ frames: store.frames, pictures: stage.viewer.pictures })'), began = performance.now()
        for (let k = 0; performance.now() - began < 5000; k++) await me.page.mouse.move(me.at[0] + 40 * Math.sin(0.2 * k), me.at[1] - 60 - 40 * Math.cos(0.2 * k))
        const after = await me.look('({ frames: store.frames, pictures: stage.viewer.pictures })'), took = (performance.now() - began) / 1000
        say('car-door', 'poses a second in the page', ((after.frames - before.frames) / took).toFixed(1), '1/s')
        say('car-door', 'pictures a second, drawn by the processor', ((after.pictures - before.pictures) / took).toFixed(1), '1/s')
        await me.release()
    }],
    ['20,007 bodies', async () => {
        await opens('plant-large', 'the first time: made and meshed')
        await me.look(`store.link.ask('close')`)
        await until('closed', () => me.look('store.scene === null'))
        await opens('plant-large', 'from the cache to the picture')
        const { calls, triangles } = await me.look('stage.viewer.info')
        say('plant-large', 'draw calls', calls, '')
        say('plant-large', 'triangles drawn', triangles, '')
    }],
])
await browser.close()
await server.stop()
process.exit(code)
