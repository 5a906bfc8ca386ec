// What happens to pages: files dropped, good and bad; reload in the middle of a drag; two pages and hand-over; the server killed and started again.

import { browse, check, freePort, Person, run, Server, until } from './studio.mjs'

const graze = process.argv[2]
const browser = await browse()
const port = await freePort()  // a port of its own: only then is the studio found again when it was started anew
let server = await Server.start(graze, { port })
let me, other, body

const cube = (size) => {
    const v = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? size : 0} ${k & 2 ? size : 0} ${k & 4 ? size : 0}`)
    const f = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map((q) => q.split(' ')).flatMap(([a, b, c, d]) => [`f ${a} ${b} ${c}`, `f ${a} ${c} ${d}`])
    return `${v.join('\n')}\n${f.join('\n')}\n`
}

async function drop(person, files) {
    const held = await person.page.evaluateHandle((given) => {
        const data = new DataTransfer()
        for (const { name, text } of given) data.items.add(new File([text], name))
        return data
    }, files)
    await person.page.dispatchEvent('body', 'drop', { dataTransfer: held })
}

const toast = (person) => person.page.locator('.toast').first().innerText().catch(() => '')

const code = await run([
    ['a bad file is refused in a sentence', async () => {
        me = await Person.at(browser, server.address)
        await me.page.locator('.demo').first().waitFor()
        await drop(me, [{ name: 'broken.stl', text: 'solid broken\nfacet normal 0 0 1\nouter loop\nvertex 0 0' }])
        await until('the page says what is wrong', async () => /broken\.stl/.test(await toast(me)), 60)
        check(await me.look('store.scene === null'), 'the start is still there')
    }],
    ['a scene that is dropped is opened', async () => {
        const scene = {
            graze: 1, unit: 'mm', bodies: [{ name: 'block', mesh: 'block.obj' }, { name: 'cube', mesh: 'cube.obj', pose: { translation: [130, 20, 20] } }],
            paths: [{ body: 'cube', poses: [{ translation: [130, 20, 20] }, { translation: [160, 20, 20] }] }],
        }
        await drop(me, [{ name: 'block.obj', text: cube(100) }, { name: 'cube.obj', text: cube(40) }, { name: 'two.json', text: JSON.stringify(scene) }])
        await me.opened()
        check(await me.look('store.scene.bodies.length === 2'), 'both bodies are there')
        body = await me.look('store.scene.bodies.findIndex(({ name }) => name === "cube")')
        check(await me.look('store.scene.bodies[argument].moves', body), 'the cube can be moved')
    }],
    ['typed values: the part goes there, and stops at contact', async () => {
        await me.page.locator('.row', { hasText: 'cube' }).first().click()
        await me.page.keyboard.press('x')
        await me.page.keyboard.type('150')
        await me.page.keyboard.press('Enter')
        await until('it is at 150', async () => Math.abs((await me.pose(body)).position[0] - 150) < 1e-6)
        await me.page.keyboard.press('x')
        await me.page.keyboard.type('20')
        await me.page.keyboard.press('Enter')
        await until('it says that it stopped', async () => /Stopped/.test(await toast(me)))
        const at = (await me.pose(body)).position[0]
        check(at > 100 && at < 102, `it stands before the block, at ${at}`)
        await me.page.keyboard.press('Control+z')
        await until('undo', async () => Math.abs((await me.pose(body)).position[0] - 150) < 1e-6)
    }],
    ['keys nudge it by steps', async () => {
        await me.page.locator('.stage').focus()
        const before = await me.pose(body)
        await me.page.keyboard.press('ArrowUp')
        await until('a step of 1', async () => {
            const now = await me.pose(body)
            return Math.abs(Math.hypot(...now.position.map((v, k) => v - before.position[k])) - 1) < 1e-6
        })
    }],
    ['a 3D mouse moves the selected part', async () => {
        const before = await me.pose(body)
        await me.look(`(() => {
            class Device extends EventTarget { vendorId = 0x256f; productName = 'a mouse of this test'; opened = true; open() { return Promise.resolve() } }
            const device = new Device(), report = (x, y, z) => Object.assign(new Event('inputreport'), { reportId: 1, data: new DataView(new Int16Array([x, y, z]).buffer) })
            navigator.hid.requestDevice = () => Promise.resolve([device])
            window.spaceMouse = (...shift) => device.dispatchEvent(report(...shift))
            return 1
        })()`)
        await me.press('.file')
        await me.press(me.page.locator('.menu button', { hasText: '3D mouse' }))
        await until('it moves up', async () => {
            await me.look('window.spaceMouse(0, 0, -350), 1')
            return (await me.pose(body)).position[2] > before.position[2] + 1
        })
        await me.look('window.spaceMouse(0, 0, 0), 1')
        await until('it is let go', () => me.look('!store.frame.grabbed'))
        await me.page.keyboard.press('Control+z')
        await until('undo', async () => Math.abs((await me.pose(body)).position[2] - before.position[2]) < 1e-6)
    }],
    ['a face snaps to a face', async () => {
        const from = await me.pose(body)
        const done = await me.look(`(async () => {
            const v = stage.viewer, parts = store.assembly.partsOfBody
            const hit = (k, wanted) => {  // the face of a body whose normal points there
                const instance = parts[k][0], { faces, positions: p, indices: i } = v.current.shapes[v.current.instances[instance].shape]
                for (let t = 0; t < i.length / 3; t++) {
                    const at = (c) => [0, 1, 2].map((d) => p[3 * i[3 * t + c] + d]), [a, b, c] = [at(0), at(1), at(2)]
                    const u = b.map((x, d) => x - a[d]), w = c.map((x, d) => x - a[d]), n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]]
                    if (n.reduce((s, x, d) => s + x * wanted[d], 0) > 0.99 * Math.hypot(...n)) return { instance, body: k, face: faces[t], triangle: t }
                }
            }
            await stage.alignAt(hit(argument, [0, 0, 1]))
            await stage.alignAt(hit(1 - argument, [1, 0, 0]))
            return [hit(argument, [0, 0, 1]).face, hit(1 - argument, [1, 0, 0]).face]
        })()`, body)
        const now = await me.pose(body)
        console.log(`     faces ${done}: from ${from.position.map((v) => v.toFixed(1))} to ${now.position.map((v) => v.toFixed(1))}`)
        check(Math.hypot(...now.rotation.map((v, k) => v - from.rotation[k])) > 0.5, 'the part turned so that its face faces the other')
        await me.page.keyboard.press('Control+z')
        await until('undo', async () => Math.hypot(...(await me.pose(body)).position.map((v, k) => v - from.position[k])) < 1e-6)
    }],
    ['two faces are measured', async () => {
        await me.page.keyboard.press('m')
        await me.press(me.button('Bodies'))
        for (const one of [body, 1 - body]) await me.page.mouse.click(...(await me.pixelOn(one, 6)))
        await until('a distance is shown', () => me.look('stage.measured !== null'))
        await me.page.keyboard.press('m')
    }],
    ['a second page watches; asks to drive; is let; drives', async () => {
        other = await Person.at(browser, server.address)
        await other.opened()
        check(!(await other.look('store.drives')), 'it watches')
        await other.press(other.button('Ask to drive'))
        await me.page.bringToFront()
        await me.press(me.button('Let it'))
        await other.page.bringToFront()
        await until('it drives', () => other.look('store.drives'))
        await until('the first page watches now', () => me.look('!store.drives'))
        await other.grab(body)
        const here = [...other.at]
        await other.page.mouse.move(here[0] + 60, here[1] - 20, { steps: 4 })
        await other.heeded()
        await other.still(body)
        const [a, b] = [await me.pose(body), await other.pose(body)]
        check(Math.hypot(...a.position.map((v, k) => v - b.position[k])) < 0.1, 'both see the same')
        await other.release()
    }],
    ['reload in the middle of a drag: all is there, and the same page drives', async () => {
        await other.grab(body)
        await other.page.mouse.move(other.at[0] - 40, other.at[1], { steps: 3 })
        await other.heeded()
        await other.page.reload()
        await other.page.mouse.up()
        await other.opened()
        await until('it drives again', () => other.look('store.drives'))
        await until('nothing is held', () => other.look('!store.frame.grabbed'))
        await other.grab(body)
        await other.release()
        await other.audit()
        await other.page.close()
    }],
    ['the server is killed: it is said; started again: it heals, with the scene as saved', async () => {
        await me.page.bringToFront()
        await until('the page has the wheel again', async () => {
            if (await me.look('store.drives')) return true
            if (await me.button('Drive', true).isVisible()) await me.press(me.button('Drive', true))
            else if (await me.button('Ask to drive').isVisible()) await me.press(me.button('Ask to drive'))
            return false
        })
        await me.look(`store.ask('save')`)
        const { home } = server
        await server.kill()
        await until('the page says so', () => me.page.locator('.banner', { hasText: 'Connection lost' }).isVisible())
        server = await Server.start(graze, { home, port })
        check(new URL(server.address).port === String(port), 'it has its port again')
        await until('connected', () => me.look('store.connection === "open"'), 60)
        await until('the scene is there', () => me.look('store.scene !== null && store.scene.bodies.length === 2 && store.assembly !== null && store.frame !== null'), 60)
        await until('the banner is gone', async () => !(await me.page.locator('.banner', { hasText: 'Connection lost' }).isVisible()))
        me.fine()
    }],
])
await browser.close()
await server.stop()
process.exit(code)
