// Large scenes: 20,000 bodies that share a mesh are drawn as instances, 130,000 triangles come over and can be dragged.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browse, check, Person, run, Server, until } from './studio.mjs'

const graze = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'graze-page-'))
const browser = await browse()
let server, me

// A wavy sheet with a thickness: 4 n^2 triangles and some for its rim; closed.
function sheet(n) {
    const lines = [], at = (side, i, j) => 1 + side * (n + 1) ** 2 + j * (n + 1) + i
    for (const side of [0, 1]) for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) lines.push(`v ${i} ${j} ${(3 * Math.sin(0.11 * i) * Math.cos(0.07 * j) + 2 * side).toFixed(4)}`)
    const quad = (a, b, c, d) => lines.push(`f ${a} ${b} ${c}`, `f ${a} ${c} ${d}`)
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) {
        quad(at(0, i, j), at(0, i, j + 1), at(0, i + 1, j + 1), at(0, i + 1, j))
        quad(at(1, i, j), at(1, i + 1, j), at(1, i + 1, j + 1), at(1, i, j + 1))
    }
    for (let i = 0; i < n; i++) {
        quad(at(0, i, 0), at(0, i + 1, 0), at(1, i + 1, 0), at(1, i, 0))
        quad(at(0, i + 1, n), at(0, i, n), at(1, i, n), at(1, i + 1, n))
        quad(at(0, 0, i + 1), at(0, 0, i), at(1, 0, i), at(1, 0, i + 1))
        quad(at(0, n, i), at(0, n, i + 1), at(1, n, i + 1), at(1, n, i))
    }
    return `${lines.join('\n')}\n`
}

const box = 'v 0 0 0\nv 6 0 0\nv 0 5 0\nv 6 5 0\nv 0 0 4\nv 6 0 4\nv 0 5 4\nv 6 5 4\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n'

function write(name, scene, meshes) {
    for (const [mesh, text] of Object.entries(meshes)) writeFileSync(join(folder, mesh), text)
    writeFileSync(join(folder, name), JSON.stringify({ graze: 1, unit: 'mm', ...scene }))
    return join(folder, name)
}

async function openFile(file) {
    await me.look(`store.link.ask('open', { files: [argument] })`, file)
    await me.opened()
}

async function dragSome(body) {
    const before = await me.pose(body)
    await me.grab(body, 2)
    await me.page.mouse.move(me.at[0] + 30, me.at[1] - 40, { steps: 3 })
    await me.heeded()
    await until('it moved', async () => {
        const now = await me.pose(body)
        return Math.hypot(...now.position.map((v, k) => v - before.position[k])) > 0.5
    })
    await me.release()
}

const code = await run([
    ['20,000 bodies are shown as instances, and one of them is dragged', async () => {
        server = await Server.start(graze)
        me = await Person.at(browser, server.address)
        const bodies = []
        for (let k = 0; k < 20000; k++) bodies.push({ name: `box ${k}`, mesh: 'box.obj', pose: { translation: [9 * (k % 28), 9 * (Math.floor(k / 28) % 28), 9 * Math.floor(k / 784)] } })
        bodies[19999].pose.translation[2] += 12
        bodies[19999].density = 1
        const began = performance.now()
        await openFile(write('many.json', { bodies }, { 'box.obj': box }))
        check(await me.look('store.scene.bodies.length === 20000'), 'all are there')
        const { calls, triangles } = await me.look('stage.viewer.info')
        console.log(`     ${((performance.now() - began) / 1000).toFixed(1)} s; ${triangles} triangles in ${calls} calls`)
        check(triangles >= 240000 && calls < 60, `instances are drawn together: ${calls} calls`)
        check((await me.page.locator('.row').count()) < 200, 'the tree draws only rows that are seen')
        await dragSome(19999)
    }],
    ['130,000 triangles come over, and a sheet of them is dragged', async () => {
        const bodies = [{ name: 'below', mesh: 'sheet.obj' }, { name: 'above', mesh: 'sheet.obj', pose: { translation: [0, 0, 20] }, density: 1 }]
        await openFile(write('sheets.json', { bodies }, { 'sheet.obj': sheet(127) }))
        check(await me.look('store.scene.bodies.reduce((sum, { mesh }) => sum + store.scene.meshes[mesh].triangles, 0) > 130000'), 'so many triangles')
        await dragSome(1)
        console.log(`     ${await me.audit()} states judged by the server's exact test`)
        me.fine()
    }],
])
await browser.close()
await server?.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(code)
