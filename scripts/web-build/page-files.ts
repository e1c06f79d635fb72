import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { groupParts, type Load } from './group-chunks.ts'

export interface PageFilesOptions {
  /** Folder of the routes, beside the web app. */
  readonly routes: string
  /** Files of the routes that most members open. */
  readonly main: readonly string[]
  /** Ends of the addresses of modules for which a route's page asks in its turn before it stands, by the route's file. */
  readonly later: Readonly<Record<string, readonly string[]>>
  /** The same of modules that every page loads once it stands. */
  readonly after: readonly string[]
}

type Bundle = Rolldown.OutputBundle
type Context = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>

/**
 * Writes `page-files.json`: for every address of a page, in the server's way of writing it, the files beyond the first ones
 * without which it does not stand, and those for which it asks in its turn. The server names them in the page, so that a browser
 * asks for all of them at once.
 */
export const pageFiles = (options: PageFilesOptions): Plugin =>
  afterBundling('page-files', (context, root, bundle) => {
    const { pages } = loadsOf(context, path.join(root, options.routes), bundle, options)
    const files = [...pages].map(([address, { own, later }]) => [
      address,
      [own, [...later].filter((name) => !own.has(name))].map((names) => [...names].map((name) => `/${name}`)),
    ])
    return ['page-files.json', Object.fromEntries(files)]
  })

/**
 * In compressed bytes. One more file costs a browser a place in the queue, its headers and a task of its own; what a route adds
 * has a limit.
 */
const perFile = 1500
const mostOfPage = 23_300

/** What is compressed by itself takes so much more than as part of a larger file. */
const overhead = 110
const compressed = (code: string) => Math.max(30, gzipSync(code, { level: 9 }).length - overhead)

/**
 * Writes `chunk-groups.json` in place of an app to serve: for every module that is not among the first files the file in which
 * it is best put, by what the bundler's own many small chunks are needed for.
 */
export const chunkGroups = (options: PageFilesOptions): Plugin =>
  afterBundling('chunk-groups', (context, root, bundle) => {
    const { first, pages, after, lazy } = loadsOf(context, path.join(root, options.routes), bundle, options)
    const parts = chunksOf(bundle).filter(({ fileName }) => !first.has(fileName))
    const loads: Load[] = [
      ...[...pages.values()].flatMap(({ own, later, main }) => [
        { parts: own, weight: main ? 3 : 1, most: mostOfPage },
        ...(later.size > 0 ? [{ parts: new Set([...own, ...later]), weight: main ? 3 : 1 }] : []),
      ]),
      { parts: after, weight: 0.5 },
      // A dialog that is opened now and then.
      ...lazy.map((files) => ({ parts: files, weight: 0.02 })),
    ]
    const groups = groupParts(
      parts.map(({ fileName, code, imports }) => ({ name: fileName, size: compressed(code), needs: imports })),
      loads,
      perFile,
    )
    const taken = new Set<string>()
    const named = groups.flatMap((names, at) => {
      const chunks = parts.filter(({ fileName }) => names.includes(fileName))
      const name = nameOf(chunks)
      // What has one name is put into one file.
      const own = taken.has(name) ? `${name}.${at}` : name
      taken.add(own)
      return chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => [id, own]))
    })
    return ['chunk-groups.json', Object.fromEntries(named)]
  })

/** A file is named after the page in it, else after what is largest. */
function nameOf(chunks: readonly Rolldown.OutputChunk[]): string {
  const pages = chunks.filter(({ facadeModuleId }) => facadeModuleId?.includes('tsr-split'))
  const [first] = (pages.length > 0 ? pages : chunks).toSorted((a, b) => b.code.length - a.code.length)
  return first!.name
}

function afterBundling(
  name: string,
  tell: (context: Context, root: string, bundle: Bundle) => [string, object],
): Plugin {
  let root = ''
  return {
    name,
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle(_, bundle) {
      const [fileName, said] = tell(this, root, bundle)
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(said) })
    },
  }
}

/** The files that are loaded together: at first, for each page beyond these, after a page, and with what is opened on one. */
function loadsOf(context: Context, folder: string, bundle: Bundle, { main, later, after }: PageFilesOptions) {
  const chunks = chunksOf(bundle)
  const first = closure(
    bundle,
    chunks.filter(({ isEntry }) => isEntry),
  )
  const beyond = (modules: readonly string[]) => {
    const files = closure(
      bundle,
      modules.flatMap((module) => chunksWith(chunks, module)),
    )
    return new Set([...files].filter((file) => !first.has(file)))
  }
  const pages = new Map<string, { own: Set<string>; later: Set<string>; main: boolean }>()
  const asked = new Set(after.map((end) => moduleAt(chunks, end)))
  const unknown = new Set([...Object.keys(later), ...main])
  for (const id of context.getModuleIds()) {
    if (path.dirname(id) !== folder) continue
    const { code, dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    const address = addressOf(code ?? '')
    if (address === undefined) continue
    const route = path.basename(id, '.tsx')
    unknown.delete(route)
    // The router's own way to load a route's component; all else that a route imports is what asks for its data.
    const isComponent = (module: string) => path.dirname(module) === folder
    const inTurn = [
      ...dynamicallyImportedIds.filter((module) => !isComponent(module)),
      ...(later[route] ?? []).map((end) => moduleAt(chunks, end)),
    ]
    for (const module of [...dynamicallyImportedIds, ...inTurn]) asked.add(module)
    pages.set(address, {
      own: beyond(dynamicallyImportedIds.filter(isComponent)),
      later: beyond(inTurn),
      main: main.includes(route),
    })
  }
  if (unknown.size > 0) throw new Error(`No route is called ${[...unknown].join(', ')}`)
  const lazy = chunks.flatMap(({ isDynamicEntry, facadeModuleId }) =>
    isDynamicEntry && facadeModuleId && !asked.has(facadeModuleId) ? [beyond([facadeModuleId])] : [],
  )
  return { first, pages, after: beyond(after.map((end) => moduleAt(chunks, end))), lazy }
}

/** `/_member/$orgKey/events/$id/` is `/{orgKey}/events/{id}` on the server. */
export function addressOf(code: string): string | undefined {
  const id = /createFileRoute\((['"`])(.+?)\1\)/.exec(code)?.[2]
  if (id === undefined || /^\/_\w+$/.test(id)) return undefined
  const address = id
    .replace(/^\/_\w+/, '')
    .replace(/(?<=\w)_(?=\/)/g, '')
    .replace(/(?<=.)\/$/, '')
    .replace(/\{\$(\w+)\}|\$(\w+)/g, (_, one?: string, other?: string) => `{${one ?? other}}`)
  return address || '/'
}

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((file) => file.type === 'chunk')

const chunksWith = (chunks: readonly Rolldown.OutputChunk[], module: string) =>
  chunks.filter(({ facadeModuleId, moduleIds }) => facadeModuleId === module || moduleIds.includes(module))

/** A page that was renamed would be slower, and nobody would see why. */
function moduleAt(chunks: readonly Rolldown.OutputChunk[], end: string): string {
  const found = chunks.flatMap(({ moduleIds }) => moduleIds).find((module) => module.endsWith(end))
  if (found === undefined) throw new Error(`No part of the web app is made of ${end}`)
  return found
}

/** Some chunks, all that they import by themselves, and the styles of these. */
function closure(bundle: Bundle, roots: readonly Rolldown.OutputChunk[]): Set<string> {
  const found = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  roots.forEach(add)
  return found
}
