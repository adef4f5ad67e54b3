// How the tree viewer copes with a million nodes: node bench/tree_viewer.mjs ROOKERY [--quick | AGENT]
// Writes traces with `rookery tree --html` and searches the same live in `rookery web`; opens each in Chromium and
// measures the time to the first picture, frames while zooming and panning over the whole trace, and memory. Needs
// www/node_modules (npm ci in www). --quick: small trees, to see that it runs; AGENT: only its traces.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
const { chromium } = createRequire(new URL('../www/package.json', import.meta.url))('playwright-core')

const [rookery, option] = process.argv.slice(2)
const quick = option === '--quick'
const afterD4 = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1'
const middle = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9'
const knights = 'r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 6 5'
// agent, depth, position, nodes kept at most, whether it is also searched live
const traces = quick ? [['minimax', 3, afterD4, 2_000_000, true], ['rookery', 10, knights, 100_000, false]]
  : [['minimax', 4, afterD4, 2_000_000, true], ['minimax:repeat=0', 4, middle, 2_000_000, false], ['rookery', 23, knights, 2_000_000, true], ['rookery', 17, knights, 100_000, false]]

const folder = mkdtempSync(join(tmpdir(), 'tree-'))
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--enable-precise-memory-info'] })
const system = await browser.newBrowserCDPSession()
/** Resident megabytes of the processes that render pages. */
async function resident() {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  return processInfo.filter((p) => p.type === 'renderer').reduce((sum, p) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${p.id}/status`, 'utf8'))?.[1] ?? 0) / 1024, 0)
}

async function measure(page, name) {
  page.setDefaultTimeout(120_000)
  // From the start of the navigation to the first picture that is drawn; live also from the end of the server's answer.
  const { opened, viewed } = await page.waitForFunction(() => {
    const viewer = document.querySelector('.tree-viewer')?.viewer
    if (!viewer?.sides.every((side) => side.icicle.frames > 0)) return false
    const answer = performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/api/tree')).pop()
    return { opened: performance.now(), viewed: performance.now() - (answer?.responseEnd ?? 0) }
  }, undefined, { polling: 'raf' }).then((handle) => handle.jsonValue())
  const { fps, worst, paint, heap, nodes } = await page.evaluate(async () => {
    const { viewer } = document.querySelector('.tree-viewer')
    if (viewer.iteration) viewer.open(-1)  // the whole trace in one picture
    const { icicle } = viewer.sides[0]
    const times = [], paints = []
    const until = performance.now() + 4000
    for (let k = 0; performance.now() < until; k++) {
      // In, a little to the side, and out again, all the time.
      icicle.zoom(k % 60 < 30 ? 0.8 : 1.25, 300 + (k % 7) * 80)
      icicle.pan((icicle.to - icicle.from) / 100)
      times.push(await new Promise(requestAnimationFrame))
    }
    for (let k = 0; k < 60; k++) {
      icicle.zoom(k % 60 < 30 ? 0.8 : 1.25, 300 + (k % 7) * 80)
      await new Promise(requestAnimationFrame)
      const begun = performance.now()
      icicle.paint()
      paints.push(performance.now() - begun)
    }
    const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b)
    paints.sort((a, b) => a - b)
    return { fps: 1000 * gaps.length / gaps.reduce((a, b) => a + b, 0), worst: gaps[Math.floor(gaps.length * 0.99)], paint: paints[Math.floor(paints.length / 2)],
      heap: performance.memory.usedJSHeapSize / 1e6, nodes: icicle.frame.count }
  })
  console.log(`${name}: ${nodes.toLocaleString('en')} nodes; open ${(opened / 1000).toFixed(2)} s${viewed < opened - 1 ? ` (${(viewed / 1000).toFixed(2)} s of it after the search)` : ''}; `
    + `zooming ${fps.toFixed(0)} frames a second, 99 % within ${worst.toFixed(0)} ms, the picture itself ${paint.toFixed(1)} ms; JS heap ${heap.toFixed(0)} MB, renderer ${(await resident()).toFixed(0)} MB resident`)
}

let server
try {
  for (const [agent, depth, fen, most, live] of traces.filter(([agent]) => !option || quick || agent === option)) {
    const file = join(folder, 'tree.html')
    execFileSync(rookery, ['tree', '--agent', agent, '--depth', String(depth), '--fen', fen, '--max-nodes', String(most), '--html', file], { encoding: 'utf8' })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto('file://' + file, { waitUntil: 'commit' })
    await measure(page, `${agent} depth ${depth}, saved, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
    await page.close()
    if (!live) continue
    if (!server) {
      server = spawn(rookery, ['web', '--no-open'], { env: { ...process.env, HOME: folder, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder }, stdio: ['ignore', 'pipe', 'ignore'] })
      server.link = String(await once(server.stdout, 'data')).split('\n')[0].trim()
    }
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    if (server.cookies) await context.addCookies(server.cookies)
    else {
      await context.request.get(server.link)  // the one-time link
      server.cookies = await context.cookies()
    }
    const tab = await context.newPage()
    await tab.goto(`${new URL(server.link).origin}/learn/tree?${new URLSearchParams({ agent, depth: String(depth), fen })}`, { waitUntil: 'commit' })
    await measure(tab, `${agent} depth ${depth}, live`)
    await context.close()
  }
} finally {
  await browser.close()
  server?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
