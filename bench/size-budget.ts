// npm run budget: all scripts of an event's page, gzipped, against the aim of 280 kB. Run after a build; exits with 1 when it is
// missed. With --files it lists them.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const PAGE = '/{orgKey}/events/{id}'
const AIM = 280

const folder = path.resolve(import.meta.dirname, '../dist/web')
if (!existsSync(folder)) {
  console.error('The web app is not built: run `npm run build` first.')
  process.exit(1)
}

const html = readFileSync(path.join(folder, 'index.html'), 'utf8')
const pages = JSON.parse(readFileSync(path.join(folder, 'page-files.json'), 'utf8')) as Record<string, string[][]>
const linked = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
const scripts = new Set<string>()
for (const file of [...linked, ...pages[PAGE]!.flat()]) if (file.endsWith('.js')) addWithImports(file)

const sizes = [...scripts].map((file) => ({ file, size: gzipped(file) })).toSorted((a, b) => b.size - a.size)
const total = sizes.reduce((sum, { size }) => sum + size, 0)
console.log(`${total > AIM ? 'OVER ' : 'ok   '} ${PAGE}: ${sizes.length} scripts, ${total.toFixed(1)} of ${AIM} kB`)
if (process.argv.includes('--files'))
  for (const { file, size } of sizes) console.log(`${size.toFixed(1).padStart(7)} ${file}`)
process.exitCode = total > AIM ? 1 : 0

/** A script and everything it imports statically. */
function addWithImports(file: string): void {
  if (scripts.has(file)) return
  scripts.add(file)
  const text = readFileSync(path.join(folder, file), 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    addWithImports(`/assets/${name!}`)
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length / 1024
}
