// Keeps the searches where the person looks: starts, moves and stops them.
import { net } from '../lib/net.svelte'
import { announce } from '../lib/announce.svelte'
import { evalWords, scoreText } from '../lib/format'
import { local } from '../lib/local.svelte'
import type { AnalysisStore } from './analysis.svelte'

const kHiddenTime = 60_000

export function search(store: AnalysisStore): void {
  let hidden = $state(false)
  $effect(() => {
    let timer: ReturnType<typeof setTimeout>
    const change = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => (hidden = true), kHiddenTime)
      else hidden = false
    }
    document.addEventListener('visibilitychange', change)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', change)
    }
  })

  const slot = (number: number, agent: () => string | null, lines: () => number) => {
    const wanted = $derived(store.engine.on && !hidden && net.link === 'open' && store.tree ? agent() : null)
    const count = $derived(lines())
    const path = $derived(store.path)
    const has = $derived(store.paths.includes(store.path))
    let running = false
    $effect(() => {
      if (wanted && has) {
        running = true
        net.request('analyse_start', { analysis: store.id, path, slot: number, agent: wanted, lines: count }).catch(() => {})
      } else if (!wanted && running) {
        running = false
        net.request('analyse_stop', { analysis: store.id, slot: number }).catch(() => {})
      }
    })
    $effect(() => () => {
      if (running) net.request('analyse_stop', { analysis: store.id, slot: number }).catch(() => {})
    })
  }
  slot(0, () => store.engine.agent, () => store.engine.lines)
  slot(1, () => store.engine.second, () => 1)

  let said = ''
  let at = 0
  $effect(() => {
    const best = store.best(0)
    if (!local.announceEvaluation || !best || store.stale(0) || best.pv[0] === said || performance.now() - at < 3000) return
    said = best.pv[0] ?? ''
    at = performance.now()
    announce.say(`Depth ${best.depth}. ${evalWords(best.score, best.wdl)} ${scoreText(best.score)}. Best: ${best.san[0]}.`)
  })
}
