// The page's types say what docs/studio-protocol.md says: the same commands with the same members, the same messages, the same places in a frame.

import { readFileSync } from 'node:fs'
import { check } from './studio.mjs'

const root = new URL('../../', import.meta.url).pathname
const doc = readFileSync(`${root}docs/studio-protocol.md`, 'utf8'), types = readFileSync(`${root}apps/studio/page/src/protocol.ts`, 'utf8')

const chapter = (title) => doc.split(/^## /m).find((one) => one.startsWith(title)) ?? ''
const rows = (text) => text.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim()))
const quoted = (cell) => [...cell.matchAll(/`([a-z_0-9]+)`/g)].map(([, name]) => name)

const commands = new Map(rows(chapter('From the page')).flatMap(([names, members]) => quoted(names).map((name) => [name, members])))
const block = types.match(/export interface Commands \{\n([\s\S]*?)\n\}/)[1]
const ours = new Map(block.split('\n').map((line) => line.trim().match(/^(\w+): (.*)$/)).filter(Boolean).map(([, name, members]) => [name, members]))
check(commands.size > 40, `the document has commands: ${commands.size}`)
check([...commands.keys()].sort().join() === [...ours.keys()].sort().join(), `the same commands: only in the document ${[...commands.keys()].filter((k) => !ours.has(k))}; only in the page ${[...ours.keys()].filter((k) => !commands.has(k))}`)

const shared = { Lock: types.match(/export interface Lock \{(.*)\}/)[1], OfPath: 'path: number', MeasureEnd: '' }
for (const [name, members] of ours) {
    const whole = members.replace(/\b(Lock|OfPath)\b/g, (word) => shared[word]).replace(/Record<[^>]*>/g, '')
    const keys = [...whole.matchAll(/(\w+)\??:/g)].map(([, key]) => key)
    const told = quoted(commands.get(name))
    for (const key of keys) check(told.includes(key), `\`${name}\` has \`${key}\` in the document, too`)
    for (const key of told.filter((key) => !['driver', 'watcher', 'world', 'part', 'scene', 'glb', 'open', 'accepted', 'not_driver', 'clearance'].includes(key) || /clearance\?:/.test(members))) {
        if (name !== 'measure') check(keys.includes(key), `\`${name}\`: \`${key}\` of the document is known to the page`)
    }
}

const told = rows(chapter('From the server')).flatMap(([names]) => quoted(names))
const known = [...types.matchAll(/type: '([a-z_]+)'/g)].map(([, name]) => name)
check(told.length > 10, 'the document has messages')
check([...told].sort().join() === [...new Set(known)].sort().join(), `the same messages: ${told.sort()} and ${known.sort()}`)

const places = chapter('Frames').split('\n').filter((line) => /^\| \d/.test(line)).flatMap((line) => line.split('|')[1].trim().split(', ').map(Number))
const reader = types.match(/export function readFrame[\s\S]*?\n\}/)[0]
const read = new Set([...reader.matchAll(/\b(?:u|d|three|pose|getUint32|getFloat32)\((\d+)/g)].map(([, at]) => Number(at)))
const head = Number(types.match(/frameHead = (\d+)/)[1])
check(places.length > 20 && places.at(-1) === head, `the head of a frame is ${places.at(-1)} bytes`)
for (const at of places.filter((at) => at !== 220 && at !== head)) check(read.has(at), `the page reads the number at ${at} of a frame`)
for (const at of read) check(places.includes(at), `the document has a number at ${at} of a frame`)
console.log(`${ours.size} commands, ${told.length} messages, ${read.size} numbers in the head of a frame`)
