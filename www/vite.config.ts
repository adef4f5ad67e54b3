// Builds the page into dist: one entry, one chunk for each view, names by content.
import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

/** Puts our pieces and birds into index.html, where every `<use>` finds them without a request. */
function sprites(): Plugin {
  return {
    name: 'sprites',
    transformIndexHtml(html) {
      const art = ['pieces', 'birds'].map((name) => readFileSync(`art/${name}.svg`, 'utf8').trim())
      return html.replace('<!-- sprites -->', art.join('\n'))
    },
  }
}

export default defineConfig({
  plugins: [svelte(), sprites()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  test: { include: ['test/unit/**/*.test.{ts,js}'] },
} as Parameters<typeof defineConfig>[0])
