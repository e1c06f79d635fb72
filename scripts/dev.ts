// The portal with the web app served by Vite: pages update in place, the server starts anew when one of its files changes.
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { failStart } from '#server/context.ts'
import { startPortal } from './portal.ts'
import { welcome } from './welcome.ts'

const root = path.resolve(import.meta.dirname, '..')

// Vite empties these two for pages that no server fills in; ours does, so it never sees them.
const kept = [
  ['__CSP_NONCE__', '__KEPT_NONCE__'],
  ['<!--portal-config-->', '<!--kept-config-->'],
] as const

/** Vite's own addresses and every file of the web app; pages, calls and the simulators stay the server's. */
const isFile = (url: string) => {
  const [address = ''] = url.split('?', 1)
  if (/^\/(@|node_modules\/)/.test(address)) return true
  return /\.\w+$/.test(address) && !/^\/([\w-]+-api|tools|ui|realms|simulators)\/|^\/(openapi|build)\.json$/.test(address)
}

async function viteOn(server: Server): Promise<ViteDevServer> {
  return createServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
    html: { cspNonce: kept[0][1] },
    clearScreen: false,
  })
}

async function page(vite: ViteDevServer, url: string): Promise<string> {
  let html = readFileSync(path.join(root, 'web/index.html'), 'utf8')
  for (const [name, other] of kept) html = html.replaceAll(name, other)
  html = await vite.transformIndexHtml(url, html)
  for (const [name, other] of kept) html = html.replaceAll(other, name)
  return html
}

try {
  let vite: Promise<ViteDevServer> | undefined
  const portal = await startPortal(() => ({
    web: { folder: null, index: async (url) => page(await vite!, url) },
    fronts: [
      {
        owns: isFile,
        handle: (request, response) => void vite!.then(({ middlewares }) => middlewares(request, response)),
        attach: (server) => {
          vite = viteOn(server)
        },
      },
    ],
  }))
  console.log(welcome(portal))
} catch (error) {
  failStart(error)
}
