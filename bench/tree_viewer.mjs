// How the tree viewer copes with a million nodes: node bench/tree_viewer.mjs ROOKERY
// Writes traces with `rookery tree --html`, opens each in Chromium and measures the time to the first picture, frames
// while zooming and panning, and memory. Needs www/node_modules (npm ci in www).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
const { chromium } = createRequire(new URL('../www/package.json', import.meta.url))('playwright-core')

const rookery = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'tree-'))
const traces = [['minimax', 4, 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1', 2_000_000], ['rookery', 24, 'r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 6 5', 1_200_000],
  ['rookery', 16, 'r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 6 5', 100_000]]
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--enable-precise-memory-info'] })
try {
  for (const [agent, depth, fen, most] of traces) {
    const file = join(folder, 'tree.html')
    const told = execFileSync(rookery, ['tree', '--agent', agent, '--depth', String(depth), '--fen', fen, '--max-nodes', String(most), '--html', file], { encoding: 'utf8' })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(120_000)
    await page.goto('file://' + file, { waitUntil: 'commit' })
    // From the start of the navigation to the first picture that is drawn.
    const opened = await page.waitForFunction(() => globalThis.rookeryTree?.sides[0].icicle.frames > 0 && performance.now()).then((handle) => handle.jsonValue())
    const { fps, worst, heap, nodes } = await page.evaluate(async () => {
      const { icicle } = globalThis.rookeryTree.sides[0]
      const times = []
      const until = performance.now() + 4000
      for (let k = 0; performance.now() < until; k++) {
        // In, a little to the side, and out again, all the time.
        if (k % 60 < 30) icicle.zoom(0.8, 300 + (k % 7) * 80)
        else icicle.zoom(1.25, 300 + (k % 7) * 80)
        icicle.pan((icicle.to - icicle.from) / 100)
        times.push(await new Promise(requestAnimationFrame))
      }
      const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b)
      return { fps: 1000 * gaps.length / gaps.reduce((a, b) => a + b, 0), worst: gaps[Math.floor(gaps.length * 0.99)],
        heap: performance.memory.usedJSHeapSize / 1e6, nodes: globalThis.rookeryTree.sides[0].heads.reduce((n, f) => n + f.count, 0) }
    })
    console.log(`${agent} depth ${depth}: ${nodes.toLocaleString('en')} nodes, ${(statSync(file).size / 1e6).toFixed(1)} MB; open ${(opened / 1000).toFixed(2)} s; zooming ${fps.toFixed(0)} frames a second, 99 % within ${worst.toFixed(0)} ms; heap ${heap.toFixed(0)} MB (${told.trim().split(' ').slice(0, 4).join(' ')} kept)`)
    await page.close()
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
