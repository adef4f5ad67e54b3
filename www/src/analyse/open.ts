// A pasted, dropped or typed text: one FEN, one game, or a file of many.
import { net } from '../lib/net.svelte'
import type { RequestError } from '../lib/contract'
import { router } from '../lib/router.svelte'
import { toasts } from '../lib/status.svelte'
import { texts } from '../lib/texts'

interface Opened { analysis?: string; file?: string; count?: number; broken?: { n: number; text: string }[] }

/** Opens it and goes there; returns what was wrong, or null. */
export async function openText(text: string): Promise<string | null> {
  const trimmed = text.trim()
  const isFen = /^[pnbrqkPNBRQK1-8]+(\/[pnbrqkPNBRQK1-8]+){7}(\s|$)/.test(trimmed) && !trimmed.includes('\n')
  if (!isFen && trimmed.length > 900_000) return uploadFile('pasted.pgn', trimmed)
  try {
    const reply = await net.request<Opened>('open_analysis', isFen ? { fen: trimmed } : { pgn: text })
    if (reply.analysis) router.go(`/analyse/${reply.analysis}`)
    else if (reply.file) showFile(reply, texts.games.file)
    return null
  } catch (error) {
    return (error as RequestError).message
  }
}

/** A large file goes by POST. */
export async function uploadFile(name: string, pgn: string): Promise<string | null> {
  if (pgn.length > 32 * 1024 * 1024) return texts.games.tooLarge
  const response = await fetch('/api/import', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name, pgn }) })
  const reply = (await response.json()) as Opened & { ok?: boolean; error?: { text: string } }
  if (!response.ok || reply.ok === false) return reply.error?.text ?? response.statusText
  showFile(reply, name)
  return null
}

function showFile(reply: Opened, name: string): void {
  const broken = (reply.broken ?? []).map((game) => game.n)
  toasts.show(broken.length ? texts.games.broken(name, reply.count ?? 0, broken) : texts.games.read(name, reply.count ?? 0))
  router.go(`/games/file/${reply.file}`)
}
