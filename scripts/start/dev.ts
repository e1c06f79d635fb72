// npm run dev: Vite serves the web app with hot updates; the portal restarts when one of its files changes and forwards Vite's requests.
// Both have the same address.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  // Bundling the configuration would write a file into node_modules on every start.
  configLoader: 'native',
  server: { host: '127.0.0.1', port: 0 },
  // The portal puts one into each page.
  html: { cspNonce: '__CSP_NONCE__' },
  clearScreen: false,
})
await vite.listen()
const address = vite.httpServer?.address()
if (!address || typeof address === 'string') throw new Error('Vite does not listen')

const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'scripts/start/dev-portal.ts'], {
  cwd: root,
  env: { ...process.env, VITE_URL: `http://127.0.0.1:${address.port}` },
  stdio: 'inherit',
})
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  void vite.close().finally(() => process.exit(signal ? 1 : (code ?? 1)))
})
