// What a browser loads, gzipped, against the budgets: the first route whole (page, its chunk and everything they import),
// and what each further route adds. Run after a build; ends with 1 when a budget is broken. With --files it lists them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const budgets = { firstScripts: 170, firstStyles: 20, route: 25 }

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

const page = readFileSync(path.join(folder, 'index.html'), 'utf8')
const linked = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name!)
const initial = new Set(linked.filter((file) => file.endsWith('.css')))
for (const script of linked.filter((file) => file.endsWith('.js')))
  for (const file of closure(script)) initial.add(file)

const built = readdirSync(assets)
const stylesOf = (route: string) => built.filter((file) => file.startsWith(`${route}-`) && file.endsWith('.css'))
const routes = [
  ...new Set(
    built.flatMap(
      (file) =>
        /^(_member(?:\.[\w.$-]+?)?|_orgKey\.[\w.$-]+?|contact-us|[\w-]+__status_)-[\w-]{7,8}\.js$/.exec(file)?.[1] ??
        [],
    ),
  ),
]
const chunksOf = (route: string) =>
  built.filter((file) => file.startsWith(`${route}-`) && /^-[\w-]{7,8}\.js$/.test(file.slice(route.length)))

/** What a route loads beyond what is there. */
function added(route: string, present: ReadonlySet<string>) {
  const all = new Set(chunksOf(route).flatMap((chunk) => [...closure(chunk)]))
  for (const style of stylesOf(route)) all.add(style)
  return [...all].filter((file) => !present.has(file))
}

const first = new Set(initial)
for (const route of ['_member', '_member.index']) for (const file of added(route, first)) first.add(file)

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
for (const route of routes.filter((name) => name !== '_member' && name !== '_member.index').toSorted())
  check(`${route}, scripts beyond the first route`, added(route, first), '.js', budgets.route)
if (broken.length > 0) console.error(`${broken.length} budgets are broken`)
process.exitCode = broken.length > 0 ? 1 : 0
