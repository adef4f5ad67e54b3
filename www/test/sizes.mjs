// Prints what the built page weighs, compressed.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
let all = 0
let first = 0
for (const name of ['index.html', 'icon.svg', ...readdirSync(new URL('assets', dist)).map((file) => `assets/${file}`)]) {
  const size = gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length
  all += size
  if (name.includes('index')) first += size
  console.log(`${(size / 1024).toFixed(1).padStart(6)} KB  ${name}`)
}
console.log(`${(first / 1024).toFixed(1).padStart(6)} KB  first load`)
console.log(`${(all / 1024).toFixed(1).padStart(6)} KB  everything`)
