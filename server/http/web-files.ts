import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retiredWorker } from './retired-worker.ts'
import { serviceWorkerPolicy, silentCallbackPolicy } from './security-headers.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Where the web app comes from. */
export interface Web {
  /** Its page, for an address. */
  readonly index: (url: string) => string | Promise<string>
  /** Folder of its other files; `null` when something else serves them. */
  readonly folder: string | null
}

const distFolder = path.resolve(import.meta.dirname, '../../dist/web')

const unbuilt =
  '<!doctype html><meta charset="utf-8"><title>Not built</title><p>The web app is not built: run <code>npm run build</code>.'

/** The web app as `npm run build` left it, read once. */
export function builtWeb(): Web {
  const file = path.join(distFolder, 'index.html')
  if (!existsSync(file)) return { index: () => unbuilt, folder: null }
  const page = readFileSync(file, 'utf8')
  return { index: () => page, folder: distFolder }
}

const worker = 'service-worker.js'

/** Serves every file of the web app at its path, compressed when the build left a compressed twin. */
export function addWebFiles(
  app: FastifyInstance,
  { folder }: Web,
  { version, offline }: { version: string; offline: boolean },
): void {
  const files = folder ? filesIn(folder).filter((file) => offline || file !== worker) : []
  for (const file of files) addFile(app, folder!, file)
  if (!files.includes(worker))
    app.get(`/${worker}`, (_request, reply) =>
      reply.headers({ 'content-type': types['.js'], 'cache-control': 'no-cache' }).send(retiredWorker),
    )
  // The open page asks hourly whether another build is out; without a build there is only the version.
  if (!files.includes('build.json')) app.get('/build.json', () => ({ id: version }))
}

/** What single files may do that others may not, by their content. */
const ownHeaders: Record<string, (content: string) => Record<string, string>> = {
  '/silent-callback.html': (html) => ({
    'content-security-policy': silentCallbackPolicy(html),
    'x-frame-options': 'SAMEORIGIN',
  }),
  '/service-worker.js': () => ({ 'content-security-policy': serviceWorkerPolicy }),
}

function addFile(app: FastifyInstance, folder: string, file: string): void {
  const type = types[path.extname(file)]
  if (!type || file === 'index.html') return
  const whole = path.join(folder, file)
  const url = `/${file.split(path.sep).join('/')}`
  // The build puts a hash of the content into these names.
  const immutable = url.startsWith('/assets/')
  const etag = `"${createHash('sha256').update(readFileSync(whole)).digest('base64url').slice(0, 22)}"`
  const twins = encodings.filter(([, ending]) => existsSync(whole + ending))
  const own = ownHeaders[url]?.(readFileSync(whole, 'utf8'))

  app.get(url, { config: { pattern: immutable ? '/assets/*' : url } }, (request, reply) =>
    app.lanes.web.run(() => sendFile(request, reply)),
  )

  async function sendFile(request: FastifyRequest, reply: FastifyReply) {
    const twin = twins.find(([name]) => accepts(request, name))
    const unchanged = request.headers['if-none-match'] === etag
    // A build made meanwhile has taken the file away: the page that asks for it loads itself anew.
    const bytes = unchanged ? null : await readFile(twin ? whole + twin[1] : whole).catch(() => 'gone' as const)
    if (bytes === 'gone') return reply.callNotFound()
    reply.headers({
      'content-type': type,
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      ...(twins.length ? { vary: 'accept-encoding' } : {}),
      ...own,
    })
    if (bytes === null) return reply.code(304).send()
    if (twin) reply.header('content-encoding', twin[0])
    return reply.send(bytes)
  }
}

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  [request.headers['accept-encoding'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.trim().split(';')
      return name === encoding && !parameters.some((one) => /^\s*q=0(\.0*)?$/.test(one))
    })

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
