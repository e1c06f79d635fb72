// What a browser loads, gzipped, against the budgets: the first route whole (page, its chunk and everything they import),
// what each further route adds, and in how many files a page comes. Run after a build; ends with 1 when a budget is broken.
// With --files it lists them.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const budgets = { firstScripts: 170, firstStyles: 20, route: 25, files: 24 }

const folder = path.resolve(import.meta.dirname, '../dist/web')
const assets = path.join(folder, 'assets')
if (!existsSync(assets)) {
  console.error('The web app is not built: run `npm run build` first.')
  process.exit(1)
}

const sizes = new Map<string, number>()
const size = (file: string) => {
  let known = sizes.get(file)
  if (known === undefined)
    sizes.set(file, (known = gzipSync(readFileSync(path.join(assets, file)), { level: 9 }).length / 1024))
  return known
}
const total = (files: Iterable<string>, ending: string) =>
  [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + size(file), 0)

/** A script and everything it imports statically. */
function closure(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(path.join(assets, file), 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) closure(name!, found)
  return found
}

const html = readFileSync(path.join(folder, 'index.html'), 'utf8')
const linked = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name!)
const initial = new Set(linked.filter((file) => file.endsWith('.css')))
for (const script of linked.filter((file) => file.endsWith('.js')))
  for (const file of closure(script)) initial.add(file)

/** Of every page: the files without which it does not stand, beyond the first, and those for which it asks in its turn. */
const pages = JSON.parse(readFileSync(path.join(folder, 'page-files.json'), 'utf8')) as Record<string, string[][]>
const named = (files: readonly string[]) => files.map((file) => path.basename(file))
/** What a page adds: all that its files import is in the list, or nobody would ask for it at once. */
function added(page: string): Set<string> {
  const own = named(pages[page]![0]!)
  for (const file of own.filter((name) => name.endsWith('.js')))
    for (const needed of closure(file))
      if (!initial.has(needed) && !own.includes(needed))
        throw new Error(`${page} needs ${needed}, which it does not name`)
  return new Set(own)
}

const first = new Set([...initial, ...added('/')])

const broken: string[] = []
const explained = process.argv.includes('--files')
function check(what: string, files: Iterable<string>, ending: string, limit: number) {
  const value = total(files, ending)
  const over = value > limit
  if (over) broken.push(what)
  console.log(`${over ? 'OVER ' : 'ok   '} ${what.padEnd(52)} ${value.toFixed(1).padStart(6)} of ${limit} kB`)
  if (!explained) return
  for (const file of [...files].filter((name) => name.endsWith(ending)).toSorted((a, b) => size(b) - size(a))) {
    console.log(`         ${size(file).toFixed(1).padStart(6)} ${file}`)
  }
}

check('first route, scripts', first, '.js', budgets.firstScripts)
check('first route, styles', first, '.css', budgets.firstStyles)
for (const page of Object.keys(pages)
  .filter((name) => name !== '/')
  .toSorted())
  check(`${page}, scripts beyond the first route`, added(page), '.js', budgets.route)

// Each file is a question of its own: over HTTP/1.1 a browser asks six at a time, and a phone waits for every six.
for (const [page, lists] of Object.entries(pages)) {
  const { length } = named(lists.flat()).filter((file) => file.endsWith('.js'))
  if (length <= budgets.files) continue
  console.log(`OVER  ${`${page}, scripts by number`.padEnd(52)} ${String(length).padStart(6)} of ${budgets.files}`)
  broken.push(page)
}
if (broken.length > 0) console.error(`${broken.length} budgets are broken`)
process.exitCode = broken.length > 0 ? 1 : 0
