// Files of a person's own: sent to the server, which reads them.

import { h } from './dom'
import { icon } from './icons'
import type { Store } from './store'

/** Opens files together, as one scene. */
export async function open(store: Store, files: File[]): Promise<void> {
    if (!files.length) return
    try {
        const names: string[] = []
        let folder: string | null = null
        for (const file of files) {
            store.loading = { what: `Sending ${file.name}`, share: null }
            store.changed('loading')
            const response: Response = await fetch(store.link.url('/files', { name: file.name, ...(folder ? { folder } : {}) }), { method: 'POST', body: file })
            if (!response.ok) throw new Error((await response.text()) || `${file.name} was refused (${response.status}).`)
            const { file: name } = (await response.json()) as { file: string }
            folder = name.slice(0, name.indexOf('/'))
            names.push(name)
        }
        const scenes = names.filter((name) => name.endsWith('.json'))
        store.loading = null
        store.changed('loading')
        await store.ask('open', { files: scenes.length === 1 ? scenes : names })
    } catch (error) {
        store.fail(error)
    } finally {
        store.loading = null
        store.changed('loading')
    }
}

/** The whole window takes what is dropped on it. */
export function dropZone(store: Store): void {
    const veil = h('div.drop', {}, icon('upload'), h('b', {}, 'Drop to open'), h('span.t2', {}, 'STEP, IGES, STL, OBJ, PLY, GLB, scenes'))
    let depth = 0
    const show = (on: boolean) => (on ? document.body.append(veil) : veil.remove())
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    addEventListener('dragenter', (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        show(++depth > 0)
    })
    addEventListener('dragover', (event) => holdsFiles(event) && event.preventDefault())
    addEventListener('dragleave', (event) => holdsFiles(event) && show(--depth > 0))
    addEventListener('drop', (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        depth = 0
        show(false)
        void open(store, [...event.dataTransfer!.files])
    })
}
