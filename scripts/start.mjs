// npm start, npm run dev, server, worker, simulators, seed: prepares the checkout, then runs one entry with Node 24.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { prepare } from './prepare.mjs'

const entries = {
  everything: { file: 'scripts/everything.ts', needs: { words: true, web: true } },
  dev: { file: 'scripts/dev.ts', needs: { words: true }, options: ['--watch', '--watch-preserve-output'] },
  server: { file: 'server/main.ts', needs: { words: true, web: true } },
  worker: { file: 'server/worker.ts', needs: { words: true } },
  simulators: { file: 'simulators/main.ts', needs: {} },
  seed: { file: 'scripts/seed.ts', needs: { words: true } },
}

const name = process.argv[2] ?? 'everything'
const entry = entries[name]
if (!entry) {
  console.error(`There is no '${name}' to start: choose one of ${Object.keys(entries).join(', ')}`)
  process.exit(1)
}

const node = await prepare(entry.needs)
const root = path.resolve(import.meta.dirname, '..')
const child = spawn(node, [...(entry.options ?? []), entry.file, ...process.argv.slice(3)], { cwd: root, stdio: 'inherit' })
// Ctrl-C reaches the child by itself; whatever is sent to this process alone is passed on.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
