// Rules of the folder that the compiler does not know, and the budgets of the built page.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}
const sources = filesIn('src')
const text = (path: string) => readFileSync(path, 'utf8')
const compressed = (paths: string[]) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0) / 1024

test.each(sources.filter((path) => path.endsWith('.svelte')))('%s', (path) => {
  expect(text(path)).not.toContain('{@html')
  expect(text(path).split('\n').length, 'lines').toBeLessThan(150)
  expect(text(path), 'colours belong in colours.css').not.toMatch(/#[0-9a-f]{6}\b/i)
})
test('no inline script, no foreign address in the built page', () => {
  const html = text('dist/index.html')
  expect(html).not.toMatch(/<script(?![^>]*src=)/)
  expect(html).not.toMatch(/\son\w+=/)
  for (const path of filesIn('dist')) expect(text(path).replace(/http:\/\/www\.w3\.org\/[\w/]+/g, ''), path).not.toMatch(/https?:\/\/(?!svelte\.dev\/e\/)[\w-]+\.\w/)
})
test('budgets, KB compressed', () => {
  const all = filesIn('dist')
  const first = all.filter((path) => /index/.test(path))
  expect(compressed(first), 'first load').toBeLessThan(90)
  expect(compressed(all), 'everything').toBeLessThan(200)
  const view = (name: string) => compressed(all.filter((path) => path.includes(name)))
  expect(view('Analyse')).toBeLessThan(20)
  expect(view('Games')).toBeLessThan(7)
  expect(view('Arena')).toBeLessThan(9)
  expect(view('Learn')).toBeLessThan(24)
})
test('the lock file names no registry', () => {
  expect(text('package-lock.json')).not.toMatch(/"resolved"|https:\/\/registry/)
})
