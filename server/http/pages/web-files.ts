import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { serviceWorkerPolicy, silentCallbackPolicy } from '../security-headers.ts'

/** Where the web app comes from. */
export interface Web {
  /** The page for an address. */
  readonly index: (url: string) => string | Promise<string>
  /** Names the build; `null` when there is none. */
  readonly build: string | null
  /** Folder of the other files; `null` when something else serves them. */
  readonly folder: string | null
}

const distFolder = path.resolve(import.meta.dirname, '../../../dist/web')

const unbuilt =
  '<!doctype html><meta charset="utf-8"><title>Not built</title><p>The web app is not built: run <code>npm run build</code>.'

/** The web app as built by `npm run build`, read once. */
export function builtWeb(): Web {
  const file = path.join(distFolder, 'index.html')
  if (!existsSync(file)) return { index: () => unbuilt, build: null, folder: null }
  const page = readFileSync(file, 'utf8')
  const sent = withLateStyles(page)
  return { index: () => sent, build: revisionOf(page), folder: distFolder }
}

/** The page with its style sheet after its content, which is drawn before the sheet has come. The scripts wait for the sheet. */
function withLateStyles(page: string): string {
  const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? []
  return page
    .replace(sheet, sheet.replace('rel="stylesheet"', 'rel="preload" as="style"'))
    .replace('</body>', `${sheet}</body>`)
}

/**
 * Names the build: the page names every script and style by its hash. The same revision stands in the service worker's list of files
 * (`web/service-worker`), which tells by it whether a page is of its own build.
 */
const revisionOf = (page: string) => createHash('md5').update(page).digest('hex')

const worker = 'service-worker.js'

/** Serves the files of the web app, compressed where the build made a compressed copy. */
export async function addWebFiles(
  app: FastifyInstance,
  { build, folder }: Pick<Web, 'build' | 'folder'>,
  { version, offline }: { version: string; offline: boolean },
): Promise<void> {
  const has = (file: string) => folder !== null && existsSync(path.join(folder, file))
  if (folder !== null) {
    // Only the ETag is compared: after a rollback the files are older than the cached ones.
    const common = { preCompressed: true, index: false, decorateReply: false, lastModified: false } as const
    // These names contain a hash of the content.
    const assets = { root: path.join(folder, 'assets'), prefix: '/assets/', immutable: true, maxAge: '365d' }
    await app.register(serveStatic, { ...common, ...assets })
    const others = ['assets/**', '**/*.{br,gz}', 'index.html', ...(offline ? [] : [worker])]
    const headers = headersByName(folder)
    await app.register(serveStatic, {
      ...common,
      root: folder,
      wildcard: false,
      globIgnore: others,
      setHeaders: (reply, file) => {
        const name = path.basename(file).replace(/\.(br|gz)$/, '')
        reply.headers({ 'cache-control': 'no-cache', ...headers[name] })
      },
    })
  }
  if (!offline || !has(worker))
    app.get(`/${worker}`, (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
        .send(retiredWorker),
    )
  // Open pages check hourly for a new build. Without a build there is only the version.
  app.get('/build.json', () => ({ id: build ?? version }))
}

/** Headers that differ for single files. */
function headersByName(folder: string): Record<string, Record<string, string>> {
  const callback = 'silent-callback.html'
  const html = readFileSync(path.join(folder, callback), 'utf8')
  return {
    [callback]: {
      'content-security-policy': silentCallbackPolicy(html),
      'x-frame-options': 'SAMEORIGIN',
      // Keeps its tie to the page that opened it as the sign-in window.
      'cross-origin-opener-policy': 'unsafe-none',
    },
    [worker]: { 'content-security-policy': serviceWorkerPolicy },
  }
}

/**
 * Replaces a harmful or unwanted service worker. Browsers fetch it with the next page; it deletes all caches and unregisters itself.
 */
const retiredWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`
