import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

// One file: the script and the style are written into the page. It is committed, and embedded in the program, which puts
// the data of a report in the place of <!--GRAZE-DATA-->.
const inOneFile = {
    name: 'in-one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
        const page = bundle['index.html']
        for (const [name, part] of Object.entries(bundle)) {
            if (part === page) continue
            const text = part.type === 'chunk' ? part.code : String(part.source)
            const safe = text.replaceAll('</script', '<\\/script')
            if (name.endsWith('.js'))
                page.source = page.source.replace(/<script type="module"[^>]*src="[^"]*"><\/script>/, '').replace('</body>', () => `<script type="module">${safe}</script>\n</body>`)
            else if (name.endsWith('.css'))
                page.source = page.source.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${text}</style>`)
            delete bundle[name]
        }
        page.fileName = 'report.html'
    },
}

export default defineConfig({
    root: resolve(import.meta.dirname, 'report'),
    base: './',
    plugins: [inOneFile],
    build: {
        outDir: resolve(import.meta.dirname, 'report/dist'),
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 200000,
        cssCodeSplit: false,
        chunkSizeWarningLimit: 1200,
        modulePreload: false,
        rollupOptions: { output: { inlineDynamicImports: true } },
    },
})
