// The committed pages of studio and reports are what their sources make: built again from package-lock.json it has the same bytes.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, skip } from './studio.mjs'

const page = new URL('../../apps/studio/page/', import.meta.url).pathname
const lock = join(page, 'package-lock.json'), installed = join(page, 'node_modules/.package-lock.json')

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
    // Not `npm ci`: it refuses a lock file in which a registry that lacks binaries of other machines left these out.
    try {
        execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0', '--fetch-timeout=20000'], { cwd: page, stdio: 'pipe', timeout: 180000 })
    } catch (error) {
        const said = String(error.stderr ?? error).split('\n').filter((line) => line.startsWith('npm error')).slice(0, 2).join('; ')
        skip(`npm install failed: ${said || error}`)
    }
}

const files = (folder, under = '') => readdirSync(join(folder, under), { withFileTypes: true })
    .flatMap((one) => (one.isDirectory() ? files(folder, join(under, one.name)) : [join(under, one.name)])).sort()

const copy = mkdtempSync(join(tmpdir(), 'graze-page-build-'))
try {
    execFileSync(process.execPath, [join(page, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', page], { stdio: 'pipe' })
    let compared = 0
    for (const [dist, config] of [['dist', []], ['report/dist', ['--config', 'vite.report.config.js']]]) {
        const made = join(copy, dist)
        execFileSync(process.execPath, [join(page, 'node_modules/vite/bin/vite.js'), 'build', ...config, '--outDir', made, '--emptyOutDir', '--logLevel', 'error'], { cwd: page, stdio: 'pipe' })
        const committed = files(join(page, dist)), built = files(made)
        check(committed.join() === built.join(), `${dist} holds ${committed.join(', ')}, and a build makes ${built.join(', ')}`)
        for (const file of built) check(readFileSync(join(made, file)).equals(readFileSync(join(page, dist, file))), `${dist}/${file} is what its sources make: run npm run build in apps/studio/page, and commit ${dist}`)
        compared += built.length
    }
    console.log(`${compared} files are what their sources make`)
} catch (error) {
    console.log(String(error.stdout ?? ''), String(error.stderr ?? ''), error.message)
    process.exitCode = 1
} finally {
    rmSync(copy, { recursive: true, force: true })
}
