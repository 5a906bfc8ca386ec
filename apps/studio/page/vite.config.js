import { defineConfig } from 'vite'

// Three files, without hashes in their names: they are committed, and embedded in the program.
export default defineConfig({
    base: './',
    build: {
        outDir: 'dist',
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 200000,  // the font goes into the style sheet
        chunkSizeWarningLimit: 1200,
        modulePreload: false,
        rollupOptions: {
            output: {
                entryFileNames: 'studio.js',
                inlineDynamicImports: true,
                assetFileNames: 'studio[extname]',
            },
        },
    },
})
