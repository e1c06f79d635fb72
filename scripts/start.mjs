// npm start, dev, server, worker, simulators, seed and the operator's commands: prepares the repository, then runs an entry with Node 24.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { prepare } from './prepare.mjs'

const entries = {
  everything: { file: 'scripts/start/everything.ts', listens: true, needs: { words: true, web: true } },
  dated: { file: 'scripts/start/dated-portal.ts', needs: { words: true, web: true } },
  dev: { file: 'scripts/start/dev.ts', listens: true, needs: { words: true } },
  server: { file: 'server/main.ts', listens: true, needs: { words: true, web: true } },
  worker: { file: 'server/worker.ts', needs: { words: true } },
  simulators: { file: 'simulators/main.ts', needs: {} },
  seed: { file: 'scripts/seed.ts', needs: { words: true } },
  mails: { file: 'scripts/mails.ts', needs: { words: true } },
  backup: { file: 'scripts/operator/backup.ts', needs: { words: true } },
  restore: { file: 'scripts/operator/restore.ts', needs: { words: true } },
  files: { file: 'scripts/operator/files.ts', needs: { words: true } },
  doctor: { file: 'scripts/operator/doctor.ts', needs: { words: true } },
  'move-club': { file: 'scripts/operator/move-club.ts', needs: { words: true } },
  'gateway-key': { file: 'scripts/operator/gateway-key.ts', needs: { words: true } },
  'rotate-secrets': { file: 'scripts/operator/rotate-secrets.ts', needs: { words: true } },
}

const name = process.argv[2] ?? 'everything'
const entry = entries[name]
if (!entry) {
  console.error(`There is no '${name}' to start: choose one of ${Object.keys(entries).join(', ')}`)
  process.exit(1)
}

if (entry.listens) await requireFreePort()
const node = await prepare(entry.needs)
const root = path.resolve(import.meta.dirname, '..')
// A larger young generation saves a fifth of the CPU time; more than this costs memory.
const besideParent = process.env.npm_lifecycle_event ? ['--import', './scripts/start/stop-with-parent.mjs'] : []
const args = ['--max-semi-space-size=16', ...besideParent, path.join(root, entry.file), ...process.argv.slice(3)]
// The compile cache halves the time to start. With an arena for each of its threads, malloc keeps 35 MB that nothing uses.
const env = { NODE_COMPILE_CACHE: path.join(root, 'dist/compile-cache'), MALLOC_ARENA_MAX: '2', ...process.env }
process.chdir(root)

// Replaces this process where the system can, so that no parent has to wait.
if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], env)

if (besideParent.length) await import('./start/stop-with-parent.mjs')
const child = spawn(node, args, { env, stdio: 'inherit' })
// Ctrl-C reaches the child by itself; signals to this process are passed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/** Checks the port before anything is installed, built or seeded. Invalid values are reported by the configuration. */
async function requireFreePort() {
  const {
    PORT: port = '3000',
    NODE_ENV,
    HOST: host = NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1',
  } = process.env
  const probe = createServer()
  const code = await new Promise((resolve) => {
    probe.once('error', (error) => resolve(error.code))
    probe.listen({ port: Number(port) || 0, host }, () => probe.close(() => resolve(undefined)))
  })
  if (code !== 'EADDRINUSE') return
  console.error(`Port ${port} is in use: end the other program, or choose another port with PORT`)
  process.exit(1)
}
