// npm run budget: all scripts without which a page does not stand, gzipped, against their aims: an event and a list of them, a member, a visitor, the
// dashboard, and each page of a club's office. Run after a build; ends with 1 when one is missed. With --files it lists them. What follows
// the first paint is counted by `npm run bench -- lighthouse`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'

interface Page {
  readonly name: string
  /** Besides the first scripts. */
  readonly parts: readonly string[]
  /** kB. */
  readonly aim: number
}

/** The layout around every member's page. */
const layout = ['_frame-', '_member-', '_header-']

const office = '_member._office.office.$orgKey.'
const officePages = readdirSync(path.resolve(import.meta.dirname, '../web/routes'))
  .filter((file) => file.startsWith(office) && file !== `${office}tsx`)
  .map((file): Page => ({
    name: `the office's ${file.slice(office.length, -'.tsx'.length)}`,
    parts: [...layout, ...[`${office}tsx`, file].map((route) => `routes/${route}?tsr-split=component---loader`)],
    aim: 440,
  }))

const pages: readonly Page[] = [
  { name: 'a member', parts: ['routes/-event.tsx', '_frame-'], aim: 280 },
  { name: 'a visitor', parts: ['_open-event-'], aim: 200 },
  { name: 'the dashboard', parts: [...layout, '_dashboard-', '_home-lists-'], aim: 310 },
  { name: 'events', parts: [...layout, 'routes/-events.tsx'], aim: 310 },
  ...officePages,
]

const folder = path.resolve(import.meta.dirname, '../dist/web')
if (!existsSync(folder)) {
  console.error('The web app is not built: run `npm run build` first.')
  process.exit(1)
}

const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
for (const { name, parts, aim } of pages) {
  const scripts = scriptsOf(['index.html', ...parts])
  const sizes = [...scripts].map((file) => ({ file, size: gzipped(file) })).toSorted((a, b) => b.size - a.size)
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  console.log(`${total > aim ? 'OVER ' : 'ok   '} ${name}: ${scripts.size} scripts, ${total.toFixed(1)} of ${aim} kB`)
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
