// npm run budget: all scripts without which an event's page does not stand, gzipped, against the aim of 280 kB. Run after a build; ends
// with 1 when it is missed. With --files it lists them. What follows the first paint is counted by `npm run bench -- lighthouse`.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'

const ROUTE = '_member.$orgKey.events.$id.index'
const AIM = 280

const folder = path.resolve(import.meta.dirname, '../dist/web')
if (!existsSync(folder)) {
  console.error('The web app is not built: run `npm run build` first.')
  process.exit(1)
}

const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
const scripts = new Set<string>()
addWithImports('index.html')
const page = Object.keys(manifest).find((name) => name.startsWith(`routes/${ROUTE}.tsx`))
if (!page) throw new Error(`The build has no page of the route ${ROUTE}`)
addWithImports(page)

const sizes = [...scripts].map((file) => ({ file, size: gzipped(file) })).toSorted((a, b) => b.size - a.size)
const total = sizes.reduce((sum, { size }) => sum + size, 0)
console.log(`${total > AIM ? 'OVER ' : 'ok   '} ${ROUTE}: ${sizes.length} scripts, ${total.toFixed(1)} of ${AIM} kB`)
if (process.argv.includes('--files'))
  for (const { file, size } of sizes) console.log(`${size.toFixed(1).padStart(7)} ${file}`)
process.exitCode = total > AIM ? 1 : 0

/** A chunk's script and everything it imports statically. */
function addWithImports(name: string): void {
  const { file, imports = [] } = manifest[name]!
  if (scripts.has(file)) return
  scripts.add(file)
  imports.forEach(addWithImports)
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length / 1024
}
