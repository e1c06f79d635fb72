/**
 * The file name of a route says who may see the page: `_member.tickets.tsx` is behind the guard `_member.tsx`, `_open.index.tsx` shows
 * members their page and visitors another, `_public.contact-us.tsx` is for anyone. A page behind no guard, or behind an unknown one, fails `npm run check` and the build.
 * A page's `beforeLoad` comes with the first script for everybody, so it may use only light parts of `web/routes`; anything else belongs in its `loader`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The layout routes, outermost first, that a page may lie behind, and what each must do for them. */
const guards: Readonly<Record<string, RegExp>> = {
  _member: /<SignInRequired\b/,
  '_member/_office': /\bbeforeLoad:[\s\S]*'forbidden'/,
  '_member/_operator': /\bbeforeLoad:[\s\S]*'forbidden'/,
  _open: /<SignInRequired\b/,
  _public: /createFileRoute\('\/_public'\)\(\{\}\)/,
}

/** The faults of the routes, by file names and contents. */
export function unguarded(files: Readonly<Record<string, string>>): string[] {
  const routes = Object.entries(files).map(([file, text]) => ({ file, text, id: idOf(text) }))
  return [
    ...routes.flatMap(({ file, text, id }) => breachesOf(file, text, id)),
    ...Object.keys(guards)
      .filter((guard) => !routes.some(({ id }) => id === `/${guard}`))
      .map((guard) => `${guard.replace('/', '.')}.tsx: this guard is gone, and with it what keeps its pages`),
  ]
}

function breachesOf(file: string, text: string, id: string | undefined): string[] {
  if (id === undefined) return [`${file}: a route names its address in createFileRoute('…')`]
  const named = layoutsOf(file.replace(/\.tsx$/, ''), '.')
  const layouts = layoutsOf(id, '/')
  if (named.join() !== layouts.join())
    return [`${file}: its address '${id}' lies behind another guard than its name says`]
  const behind = layouts.join('/')
  if (layouts.length === 0) return [`${file}: '${id}' lies behind no guard; pages for anyone lie behind '_public'`]
  const guard = guards[behind]
  if (!guard) return [`${file}: Unknown guard name '${behind}'`]
  if (id === `/${behind}`) return guard.test(text) ? [] : [`${file}: this guard does not guard its pages`]
  if (behind === '_open' && !/= openPage\(/.test(text))
    return [`${file}: a page behind '_open' has a part for members and one for visitors, by openPage`]
  return heavyNames(text).map((name) => `${file}: ${name} comes with everybody's first script; call it in the loader`)
}

/** Names in a page's `beforeLoad` that come from a feature, the contract or the office's layout. */
function heavyNames(text: string): string[] {
  const beforeLoad = /\n {2}beforeLoad: .*(?:\n {4}.*)*/.exec(text)?.[0] ?? ''
  return [...text.matchAll(/import \{([^}]*)\} from '(?:#contract\/|#web\/features\/|\.\/-office)[^']*'/g)]
    .flatMap(([, names = '']) => names.match(/\b(?!type\b)\w+/g) ?? [])
    .filter((name) => new RegExp(`\\b${name}\\b`).test(beforeLoad))
}

const idOf = (text: string) => /createFileRoute\('([^']+)'\)/.exec(text)?.[1]

const layoutsOf = (name: string, between: string) => name.split(between).filter((part) => part.startsWith('_'))

const folder = path.resolve(import.meta.dirname, '../../web/routes')

/** The routes of the web app, without files that start with a dash and the root. */
const routeFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.tsx') && !file.startsWith('-') && file !== '__root.tsx')
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  )

/** Ends the process with the faults, if there are any. */
export function requireGuards(): void {
  const breaches = unguarded(routeFiles())
  for (const breach of breaches) console.error(`web/routes/${breach}`)
  if (breaches.length > 0) process.exit(1)
}

if (process.argv[1] === import.meta.filename) requireGuards()
