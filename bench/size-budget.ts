// npm run budget: all scripts without which an event's page does not stand, a member's and a visitor's, gzipped, against their aims, and
// what a page of a club's office needs beyond a member's dashboard. Run after a build; ends with 1 when one is missed. With --files it
// lists them. What follows the first paint is counted by `npm run bench -- lighthouse`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'

interface Page {
  readonly name: string
  /** Besides the first scripts. */
  readonly parts: readonly string[]
  /** Scripts that were loaded before. */
  readonly after?: readonly string[]
  /** kB. */
  readonly aim: number
}

/** A member's first page, with what it loads without a press. */
const dashboard = ['routes/-dashboard.tsx', '_frame-', '_member-', '_header-', 'features/home/coming-events.tsx']

const office = '_member._office.office.$orgKey.'
const officePages = readdirSync(path.resolve(import.meta.dirname, '../web/routes'))
  .filter((file) => file.startsWith(office) && file !== `${office}tsx`)
  .map((file): Page => ({
    name: `the office's ${file.slice(office.length, -'.tsx'.length)}`,
    parts: [`${office}tsx`, file].map((route) => `routes/${route}?tsr-split=component---loader`),
    after: dashboard,
    aim: 120,
  }))

const pages: readonly Page[] = [
  { name: 'a member', parts: ['routes/-event.tsx', '_frame-'], aim: 280 },
  { name: 'a visitor', parts: ['_open-event-'], aim: 200 },
  ...officePages,
]

const folder = path.resolve(import.meta.dirname, '../dist/web')
if (!existsSync(folder)) {
  console.error('The web app is not built: run `npm run build` first.')
  process.exit(1)
}

const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
for (const { name, parts, after, aim } of pages) {
  const before = after ? scriptsOf(['index.html', ...after]) : new Set<string>()
  const scripts = [...scriptsOf(['index.html', ...parts])].filter((file) => !before.has(file))
  const sizes = scripts.map((file) => ({ file, size: gzipped(file) })).toSorted((a, b) => b.size - a.size)
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  console.log(`${total > aim ? 'OVER ' : 'ok   '} ${name}: ${sizes.length} scripts, ${total.toFixed(1)} of ${aim} kB`)
  if (process.argv.includes('--files'))
    for (const { file, size } of sizes) console.log(`${size.toFixed(1).padStart(7)} ${file}`)
  if (total > aim) process.exitCode = 1
}

function scriptsOf(parts: readonly string[]): Set<string> {
  const scripts = new Set<string>()
  for (const part of parts) addWithImports(part, scripts)
  return scripts
}

/** A chunk's script and everything it imports statically. */
function addWithImports(name: string, scripts: Set<string>): void {
  // A group of the bundler is named with its hash.
  const chunk = manifest[name] ?? manifest[Object.keys(manifest).find((one) => one.startsWith(name)) ?? '']
  if (!chunk) throw new Error(`The build has no ${name}`)
  if (scripts.has(chunk.file)) return
  scripts.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(imported, scripts)
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length / 1024
}
