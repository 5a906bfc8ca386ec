// A report in a real browser: report_browser.mjs PLAYWRIGHT CHROMIUM PAGE FOLDER. Prints "fine" last, or fails.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , modules, chromium, page_file, folder] = process.argv
const { chromium: engine } = await import(pathToFileURL(join(modules, 'index.mjs')).href)
const browser = await engine.launch({ executablePath: chromium, args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] })

for (const [width, scheme] of [[1280, 'light'], [400, 'dark']]) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme })
    const problems = [], asked = []
    page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()) })
    page.on('pageerror', (problem) => problems.push(problem.message))
    page.on('request', (request) => { if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url()) })
    await page.goto(pathToFileURL(page_file).href)
    await page.waitForSelector('body[data-ready]', { timeout: 60000 })
    const look = (code) => page.evaluate(code)
    assert.equal(await page.getAttribute('.view', 'data-ready'), 'yes')
    assert.match(await page.textContent('#verdict'), /clear/)
    assert.equal(await look('document.documentElement.scrollWidth <= innerWidth'), true, 'it is no wider than the window')

    // Scrubbing: the numbers are those of the data, and the picture changes.
    const picture = () => look(`new Promise((done) => { const v = grazeStage.viewer, before = v.onDrawn
        v.onDrawn = () => { v.onDrawn = before; done(v.canvas.toDataURL()) }; v.request() })`)
    await look('grazeStage.scrub(0)')
    const first = await picture(), told = await page.textContent('.readout')
    await look('grazeStage.scrub(0.5)')
    assert.notEqual(await picture(), first, 'the picture changes')
    const now = await page.textContent('.readout')
    assert.notEqual(now, told)
    const [lo, hi] = await look(`(() => { const p = grazeReport.profile.stretches; let k = 0
        for (let i = 0; i < p.length; i += 4) if (p[i] + p[i + 1] <= 0.5) k = i
        return [p[k + 2], p[k + 3]] })()`)
    assert.ok(now.includes(`clearance ${Number(lo.toPrecision(5))} to ${Number(hi.toPrecision(5))}`), now)
    await page.locator('input[type=range]').focus()
    await page.keyboard.press('ArrowRight')
    assert.ok(await look('grazeStage.at') > 0.5, 'keys scrub')

    // A click in the table zooms and dims the rest.
    const view = () => look('JSON.stringify(grazeStage.viewer.rig.current)')
    const before = await view()
    await page.locator('tbody tr[data-id]').first().click()
    await page.waitForTimeout(600)
    assert.notEqual(await view(), before, 'it zooms')
    assert.equal(await page.getAttribute('.view', 'data-dimmed'), '1', 'the third body is dimmed')
    await page.locator('#worst').click()
    assert.ok(Math.abs(await look('grazeStage.at') - await look('grazeReport.worst.at')) < 1e-9)

    // The filter.
    await page.fill('.findings input[type=search]', 'nobody')
    assert.equal(await page.locator('tbody tr[data-id]').count(), 0)
    await page.fill('.findings input[type=search]', 'rest mover')
    assert.equal(await page.locator('tbody tr[data-id]').count(), 1)

    // Statuses and remarks are saved for the next run.
    await page.locator('select[aria-label="status of finding 1"]').selectOption('approved')
    await page.fill('textarea[aria-label="remark on finding 1"]', 'seen')
    const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()])
    assert.equal(saved.suggestedFilename(), 'r.review.json')

    await page.screenshot({ path: join(folder, `report-${width}.png`), fullPage: true })
    assert.deepEqual(problems, [])
    assert.deepEqual(asked, [], 'nothing is fetched')
    await page.close()
}
// Without WebGL there is a picture.
const flat = await browser.newPage()
await flat.goto(pathToFileURL(page_file).href + '?pictures')
await flat.waitForSelector('body[data-ready]')
assert.equal(await flat.locator('.view img').count(), 1)
await browser.close()
console.log('fine')
