// npm run bench -- checkout: prepares the repository, then runs bench/<name>.ts with Node 24 and the remaining arguments.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { prepare } from './prepare.mjs'

const root = path.resolve(import.meta.dirname, '..')
const [name = '', ...parameters] = process.argv.slice(2)
const file = path.join(root, 'bench', `${name}.ts`)
if (!/^[\w-]+$/.test(name) || !existsSync(file)) {
  const all = readdirSync(path.dirname(file)).filter((one) => one.endsWith('.ts'))
  console.error(`Choose a benchmark: ${all.map((one) => one.slice(0, -3)).join(', ')}`)
  process.exit(1)
}

const node = await prepare({ words: true, web: true, tools: true })
process.chdir(root)
if (process.execve && process.platform !== 'win32') process.execve(node, [node, file, ...parameters], process.env)

const child = spawn(node, [file, ...parameters], { stdio: 'inherit' })
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
