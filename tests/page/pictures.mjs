// Makes docs/pictures/studio-*.webp, and the small pictures of the start page.
// pictures.mjs GRAZE [demos | docs | door]; GRAZE_PNG=FOLDER keeps all of them there, also those that docs do not show; for a busy machine:
// GRAZE_STILLS=N pictures of the strip instead of 28, GRAZE_PLAIN=1 without smooth edges.

import { mkdirSync, writeFileSync } from 'node:fs'
import { browse, Person, run, Server, until } from './studio.mjs'

const [graze, what = 'docs'] = process.argv.slice(2)
const root = new URL('../../', import.meta.url).pathname
const browser = await browse()
const server = await Server.start(graze)

// What docs show.
const kept = new Set(['studio-start', 'studio-contact', 'studio-timeline'])

/** Bytes of a WebP of a screenshot. */
async function webp(page, png, quality, width) {
    const text = await page.evaluate(async ([data, quality, width]) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob().catch(() => null) ?? new Blob())
        const canvas = document.createElement('canvas')
        canvas.width = width ?? image.width
        canvas.height = Math.round((canvas.width * image.height) / image.width)
        const context = canvas.getContext('2d')
        context.imageSmoothingQuality = 'high'
        context.drawImage(image, 0, 0, canvas.width, canvas.height)
        return canvas.toDataURL('image/webp', quality)
    }, [png.toString('base64'), quality, width])
    return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}

/** An animated WebP of still ones: https://developers.google.com/speed/webp/docs/riff_container */
function animated(stills, milliseconds) {
    const chunk = (name, data) => {
        const head = Buffer.alloc(8)
        head.write(name, 0, 'latin1')
        head.writeUInt32LE(data.length, 4)
        return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
    }
    const three = (n) => [n & 255, (n >> 8) & 255, n >> 16]
    const image = (still) => {  // the chunk that holds the picture itself
        for (let at = 12; at < still.length; at += 8 + still.readUInt32LE(at + 4) + (still.readUInt32LE(at + 4) % 2)) {
            if (still.toString('latin1', at, at + 4) === 'VP8 ') return still.subarray(at, at + 8 + still.readUInt32LE(at + 4) + (still.readUInt32LE(at + 4) % 2))
        }
        throw new Error('no VP8 picture in the WebP')
    }
    const pictures = stills.map(image)
    const [w, h] = [14, 16].map((at) => pictures[0].readUInt16LE(at) & 0x3fff)
    const frames = pictures.map((picture, k) => chunk('ANMF', Buffer.concat([Buffer.from([...three(0), ...three(0), ...three(w - 1), ...three(h - 1), ...three(milliseconds[k]), 2]), picture])))
    const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', Buffer.from([2, 0, 0, 0, ...three(w - 1), ...three(h - 1)])), chunk('ANIM', Buffer.from([0, 0, 0, 0, 0, 0])), ...frames])
    return chunk('RIFF', body)
}

async function open(size, theme, demo, smooth = '&smooth') {
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' })
    // A page of its own for every picture, and a helper that may fetch data addresses.
    const person = await Person.at(context, server.address + smooth, size)
    const helper = await context.newPage()
    person.shot = async (name, quality = 0.9, width) => {
        const png = await person.page.screenshot()
        if (process.env.GRAZE_PNG) writeFileSync(`${process.env.GRAZE_PNG}/${name}.png`, png)
        const bytes = await webp(helper, png, quality, width)
        if (kept.has(name)) writeFileSync(`${root}docs/pictures/${name}.webp`, bytes)
        return bytes
    }
    await person.page.locator('.demo, .row').first().waitFor({ timeout: 60000 })
    await until('it drives', async () => (await person.look('store.drives')) || void (await person.page.locator('.pill .link:visible').first().click({ timeout: 500 }).catch(() => {})), 30)
    if (demo) {
        await person.look(`store.link.ask('open', { demo: argument })`, demo)
        await person.opened(300)
        await person.look(`localStorage.setItem('graze-studio', JSON.stringify({ ...JSON.parse(localStorage.getItem('graze-studio') ?? '{}'), greeted: true }))`)
    }
    return person
}

const pause = (ms) => new Promise((next) => setTimeout(next, ms))
const small = { width: 1280, height: 720 }, large = { width: 2560, height: 1440 }
const views = { 'car-door': [-0.62, 0.42], 'window-motor': [0.5, 0.25], gears: [0.35, 0.6], 'falling-boxes': [0.5, 0.5] }

async function demoPictures() {
    mkdirSync(`${root}apps/studio/page/public/demos`, { recursive: true })
    const person = await open({ width: 1100, height: 640 }, 'dark', null)
    const demos = await person.look('store.start.demos.map(({ name }) => name)')
    for (const demo of demos) {
        await person.look(`store.link.ask('open', { demo: argument })`, demo)
        await until('open', () => person.look('store.scene !== null && store.assembly !== null && store.frame !== null && store.scene.name !== "" && stage.viewer.current.bodies.length === store.scene.bodies.length'), 300)
        await person.page.keyboard.press('p')
        const [azimuth, elevation] = views[demo] ?? [-0.62, 0.42]
        const data = await person.look(`(async () => {
            const v = stage.viewer
            v.rig.set({ ...v.rig.current, azimuth: ${azimuth}, elevation: ${elevation} })
            v.setTheme({ middle: '#343c47', rim: '#1b2027', edge: 0x0c0f13, accent: 0x62a8ff, ghost: 0, spring: 0, dimOpacity: .2 })
            await new Promise((next) => setTimeout(next, 300))
            const { width, height } = v.rig
            v.setSize(1280, 720)
            v.rig.fit(v.boxesOf(), null, 0)
            v.setSize(width, height)
            const blob = await v.picture(1280, 720, true, 'image/png')
            const image = await createImageBitmap(blob), canvas = document.createElement('canvas')
            canvas.width = 640; canvas.height = 360
            const c = canvas.getContext('2d')
            c.imageSmoothingQuality = 'high'
            c.drawImage(image, 0, 0, 640, 360)
            return canvas.toDataURL('image/webp', 0.82)
        })()`)
        writeFileSync(`${root}apps/studio/page/public/demos/${demo}.webp`, Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'))
        console.log(`     ${demo}`)
        await person.look(`store.link.ask('close')`)
        await until('closed', () => person.look('store.scene === null'))
    }
}

async function dragAgainst(person) {
    const door = await person.look('store.scene.bodies.findIndex((body) => body.moves)')
    await person.grab(door)
    await person.page.keyboard.press('y')  // along Y, into the side of the car
    const here = await person.look('stage.mouse.wanted.toArray()')
    await person.page.mouse.move(...(await person.pixelFor([here[0], here[1] + 900, here[2]])), { steps: 4 })
    await person.follows(1)
    await pause(1200)
}

async function docs() {
    for (const [size, theme, tag] of [[small, 'dark', ''], [large, 'dark', '-large'], [small, 'light', '-light']]) {
        const start = await open(size, theme, null)
        if (await start.look('store.scene !== null')) await start.look(`store.link.ask('close')`)
        await start.page.locator('.demo img').first().waitFor()
        await pause(1500)
        await start.shot(`studio-start${tag}`)
        await start.look(`store.link.ask('open', { demo: 'car-door' })`)
        await start.opened(300)
        await start.look(`(() => { stage.hand.hidden = true; return 1 })()`)
        await pause(2500)
        await start.shot(`studio-scene${tag}`)
        await start.page.keyboard.press('q')
        await pause(500)
        await dragAgainst(start)
        await start.shot(`studio-contact${tag}`)
        await start.release()
        await start.page.keyboard.press('q')
        await until('a path', () => start.look('store.timeline !== null'))
        const box = await start.page.locator('.curve').boundingBox()
        await start.page.mouse.click(box.x + 0.62 * box.width, box.y + 0.5 * box.height)
        await pause(2500)
        await start.shot(`studio-timeline${tag}`)
        await start.page.keyboard.press('Escape')
        await start.page.locator('[aria-label="Clearance of the clash list"]').fill('5')
        await start.page.keyboard.press('Enter')
        await until('clashes', () => start.look('store.clashes !== null'), 60)
        await start.page.locator('.chip').first().click()
        if (await start.page.locator('.clash').count()) await start.page.locator('.clash').first().click()
        await pause(2500)
        await start.shot(`studio-clashes${tag}`)
        await start.look(`store.link.ask('close')`)
        await start.page.context().close()
    }
}

/** The door on its way in, stop by stop: docs/pictures/studio-door.webp. */
async function door() {
    const person = await open({ width: 1280, height: 720 }, 'dark', 'car-door', process.env.GRAZE_PLAIN ? '' : '&smooth')
    const door = await person.look('store.scene.bodies.findIndex((body) => body.moves)')
    await person.look('(() => { stage.hand.hidden = true; return 1 })()')
    const helper = await person.page.context().newPage()
    await person.page.bringToFront()
    await person.look(`(() => { const v = stage.viewer; v.rig.fit([v.boxOf(store.assembly.partsOfBody[argument]).expandByScalar(250), v.boxOf(store.assembly.partsOfBody[argument]).translate(v.rig.current.focus.clone().set(-1000, 780, -120)).expandByScalar(120)], 'home', 0); return 1 })()`, door)
    await person.drawn()
    const stills = [], times = []
    const still = async () => {
        await person.drawn()
        const box = await person.page.locator('.stage').boundingBox()
        stills.push(await webp(helper, await person.page.screenshot({ clip: { x: box.x, y: box.y, width: box.width, height: box.height } }), 0.72, 720))
        times.push(Math.round(3300 / (Number(process.env.GRAZE_STILLS ?? 28) + 1)))
        if (process.env.GRAZE_PNG) console.log(`     still ${stills.length}`)
    }
    const path = await person.look('store.paths.paths[0]'), count = Number(process.env.GRAZE_STILLS ?? 28)
    for (let k = 0; k <= count; k++) {  // its path is shown, stop by stop
        const at = ((path.stops - 1) * k) / count
        await person.look(`store.link.ask('scrub', { path: argument[0], at: argument[1] })`, [path.path, at])
        await until('it is there', () => person.look('store.frame.replay && Math.abs(store.frame.stop - argument) < 1e-6', at))
        await still()
    }
    times[0] = times[times.length - 1] = 1500
    const film = animated(stills, times)
    writeFileSync(`${root}docs/pictures/studio-door.webp`, film)
    console.log(`     ${stills.length} pictures, ${(film.length / 1e6).toFixed(2)} MB; it stands at ${JSON.stringify((await person.pose(door)).position)}`)
}

const code = await run([[what, { demos: demoPictures, docs, door }[what]]])
await browser.close()
await server.stop()
process.exit(code)
