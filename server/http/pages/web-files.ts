import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retiredWorker } from './retired-service-worker.ts'
import { accepts } from '../compress.ts'
import { serviceWorkerPolicy, silentCallbackPolicy } from '../security-headers.ts'

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
  /** The files that the page of a pattern loads beyond the first ones. */
  readonly filesOf: (pattern: string) => readonly string[]
  /** Folder of its other files; `null` when something else serves them. */
  readonly folder: string | null
}

const distFolder = path.resolve(import.meta.dirname, '../../../dist/web')

/** Written by the build for the server alone. */
const pageFiles = 'page-files.json'

const unbuilt =
  '<!doctype html><meta charset="utf-8"><title>Not built</title><p>The web app is not built: run <code>npm run build</code>.'

/** The web app as `npm run build` left it, read once. */
export function builtWeb(): Web {
  const file = path.join(distFolder, 'index.html')
  if (!existsSync(file)) return { index: () => unbuilt, filesOf: () => [], folder: null }
  const page = readFileSync(file, 'utf8')
  const files = JSON.parse(readFileSync(path.join(distFolder, pageFiles), 'utf8')) as Record<string, string[][]>
  return { index: () => page, filesOf: (pattern) => files[pattern]?.flat() ?? [], folder: distFolder }
}

const worker = 'service-worker.js'

/** Serves every file of the web app at its path, compressed when the build left a compressed twin. */
export function addWebFiles(
  app: FastifyInstance,
  { folder }: Web,
  { version, offline }: { version: string; offline: boolean },
): void {
  const files = new Set(folder ? filesIn(folder).filter((file) => offline || file !== worker) : [])
  const served = new Map([...files].flatMap((file) => webFileAt(folder!, file, files)))
  const answer = (request: FastifyRequest, reply: FastifyReply, url: string) => {
    const file = served.get(url)
    return file ? app.limiters.web.run(() => sendFile(request, reply, file)) : reply.callNotFound()
  }
  for (const url of served.keys())
    if (!url.startsWith(ASSETS))
      app.get(url, { config: { pattern: url } }, (request, reply) => answer(request, reply, url))
  // One route for hundreds of files: a server that makes one for each is slow to start.
  app.get<{ Params: { '*': string } }>(`${ASSETS}*`, { config: { pattern: `${ASSETS}*` } }, (request, reply) =>
    answer(request, reply, ASSETS + request.params['*']),
  )
  if (!files.has(worker))
    app.get(`/${worker}`, (_request, reply) =>
      reply.headers({ 'content-type': types['.js'], 'cache-control': 'no-cache' }).send(retiredWorker),
    )
  // The open page asks hourly whether another build is out; without a build there is only the version.
  if (!files.has('build.json')) app.get('/build.json', () => ({ id: version }))
}

/** The build puts a hash of the content into these names. */
const ASSETS = '/assets/'

/** What single files may do that others may not, by their content. */
const ownHeaders: Record<string, (content: string) => Record<string, string>> = {
  '/silent-callback.html': (html) => ({
    'content-security-policy': silentCallbackPolicy(html),
    'x-frame-options': 'SAMEORIGIN',
  }),
  '/service-worker.js': () => ({ 'content-security-policy': serviceWorkerPolicy }),
}

interface WebFile {
  readonly whole: string
  readonly twins: readonly (readonly [encoding: string, ending: string])[]
  readonly headers: Readonly<Record<string, string>>
}

/** @returns the file with its address, unless it is no file for browsers */
function webFileAt(folder: string, file: string, all: ReadonlySet<string>): [url: string, file: WebFile][] {
  const type = types[path.extname(file)]
  if (!type || file === 'index.html' || file === pageFiles) return []
  const whole = path.join(folder, file)
  const url = `/${file.split(path.sep).join('/')}`
  const immutable = url.startsWith(ASSETS)
  const twins = encodings.filter(([, ending]) => all.has(file + ending))
  // Whose name tells its content is known by its name.
  const etag = immutable ? path.basename(file) : hashOf(readFileSync(whole))
  const headers = {
    'content-type': type,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${etag}"`,
    ...(twins.length ? { vary: 'accept-encoding' } : {}),
    ...ownHeaders[url]?.(readFileSync(whole, 'utf8')),
  }
  return [[url, { whole, twins, headers }]]
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

async function sendFile(request: FastifyRequest, reply: FastifyReply, { whole, twins, headers }: WebFile) {
  const twin = twins.find(([name]) => accepts(request, name))
  const unchanged = request.headers['if-none-match'] === headers['etag']
  // A build made meanwhile has taken the file away: the page that asks for it loads itself anew.
  const bytes = unchanged ? null : await readFile(twin ? whole + twin[1] : whole).catch(() => 'gone' as const)
  if (bytes === 'gone') return reply.callNotFound()
  reply.headers(headers)
  if (bytes === null) return reply.code(304).send()
  if (twin) reply.header('content-encoding', twin[0])
  return reply.send(bytes)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
