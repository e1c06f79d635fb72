/**
 * The file name of a route says who may see the page: `_member.tickets.tsx` is behind the guard `_member.tsx`. An unknown guard, and a
 * public page that is not on the list, fail `npm run check` and the build.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const guards = new Set(['_member'])

/** Pages for anyone, signed in or not. */
const publicPages = new Set([
  '/$orgKey/events/$id/register',
  '/contact-us',
  '/event-{$id}-register',
  '/index',
  '/login-success',
  '/my-calendar',
  '/page-error-{$status}',
  '/page-forgot-password',
  '/page-lock-screen',
  '/page-login',
  '/page-register',
  '/unsubscribe',
])

/** The faults of the routes, by file names and contents. */
export function unguarded(files: Readonly<Record<string, string>>): string[] {
  const routes = Object.entries(files).map(([file, text]) => ({ file, text, id: idOf(text) }))
  return [
    ...routes.flatMap(({ file, text, id }) => breachesOf(file, text, id)),
    ...[...guards]
      .filter((guard) => !routes.some(({ id }) => id === `/${guard}`))
      .map((guard) => `${guard}.tsx: this guard is gone, and with it what keeps its pages`),
    ...[...publicPages]
      .filter((page) => !routes.some(({ id }) => id === page))
      .map((page) => `${page}: is on the list of pages for anyone, and there is no such page`),
  ]
}

function breachesOf(file: string, text: string, id: string | undefined): string[] {
  if (id === undefined) return [`${file}: a route names its address in createFileRoute('…')`]
  const named = layoutsOf(file.replace(/\.tsx$/, ''), '.')
  const layouts = layoutsOf(id, '/')
  if (named.join() !== layouts.join())
    return [`${file}: its address '${id}' lies behind another guard than its name says`]
  const unknown = layouts.filter((layout) => !guards.has(layout))
  if (unknown.length > 0) return unknown.map((layout) => `${file}: unknown guard '${layout}'`)
  if (guards.has(id.slice(1)) && !/<Guard\b/.test(text)) return [`${file}: a guard draws its pages inside <Guard>`]
  if (layouts.length === 0 && !publicPages.has(id))
    return [`${file}: '${id}' is for anyone; put it behind a guard, or on the list in scripts/checks/route-guards.ts`]
  return []
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
