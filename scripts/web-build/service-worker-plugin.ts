import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

export interface WorkerOptions {
  /** The service worker's own source, beside the web app. */
  readonly source: string
  /** Parts of the addresses of modules whose pages are read without network; with each all that it imports, also later. */
  readonly offline: readonly string[]
  /** Files that the page itself names. */
  readonly files: readonly string[]
}

type Bundle = Rolldown.OutputBundle

/**
 * Gives the build an id that changes with any file of it, be it made or only copied: in `build.json`, so that an open page can tell that a newer
 * one is out, in the page itself, and in the service worker, with the list of what that keeps for pages without network.
 */
export function serviceWorker({ source, offline, files }: WorkerOptions): Plugin {
  let folder = ''
  let copied = ''
  let root = ''
  let id = ''
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      copied = config.publicDir
      folder = path.resolve(config.root, config.build.outDir)
    },
    async generateBundle(_, bundle) {
      const entry = path.join(root, source)
      const kept = [...neededBy(bundle, offline)].map((file) => `/${file}`).toSorted()
      const knows = { files: [...files, ...kept] }
      id = await idOf(bundle, copied, await compile(entry, { ...knows, id: '' }))
      const code = await compile(entry, { ...knows, id })
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ id }) })
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code })
    },
    async writeBundle() {
      const page = path.join(folder, 'index.html')
      await writeFile(page, (await readFile(page, 'utf8')).replace('__BUILD_ID__', id))
    },
  }
}

async function idOf(bundle: Bundle, copied: string, worker: string): Promise<string> {
  const hash = createHash('sha256').update(worker)
  for (const name of Object.keys(bundle).toSorted()) {
    const file = bundle[name]!
    hash.update(name).update(file.type === 'chunk' ? file.code : file.source)
  }
  const copies = await readdir(copied, { recursive: true, withFileTypes: true })
  const files = copies.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  for (const file of files.toSorted()) hash.update(path.relative(copied, file)).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

/** The scripts and styles of the first load and of the pages that are read without network. */
function neededBy(bundle: Bundle, offline: readonly string[]): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined, later: boolean) => {
    if (!chunk || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const name of chunk.imports) add(byName.get(name), false)
    if (later) for (const name of chunk.dynamicImports) add(byName.get(name), true)
  }
  for (const chunk of chunks.filter(({ isEntry }) => isEntry)) add(chunk, false)
  for (const part of offline) {
    const roots = chunks.filter(({ moduleIds }) => moduleIds.some((module) => module.includes(part)))
    // A page that was renamed would be missed without network only.
    if (roots.length === 0) throw new Error(`No part of the web app is made of ${part}`)
    for (const chunk of roots) add(chunk, true)
  }
  return found
}

/** The worker as one script, which knows what it is to keep. */
async function compile(source: string, knows: { id: string; files: readonly string[] }): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: path.dirname(source),
    define: { build: JSON.stringify(knows) },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  })
  const [made] = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[]
  return made!.output[0].code
}
