// npm run check: format, types, lint, imports, unused code, words, texts, conventions, guides and the guards of routes, on a fresh clone with Node 20 as well.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { prepare } from './prepare.mjs'

const root = path.resolve(import.meta.dirname, '..')
const node = await prepare({ words: true, tools: true })

/** Slowest first, so that two parallel lanes finish together. */
const steps = [
  ['lint', 'oxlint', '--type-aware'],
  ['imports', node, 'scripts/checks/check-imports.ts'],
  ['unused code', 'knip', '--no-progress'],
  ['types: web', 'tsc', '-p', 'tsconfig.web.json'],
  ['types: server', 'tsc', '-p', 'tsconfig.server.json'],
  ['types: contract', 'tsc', '-p', 'tsconfig.contract.json'],
  ['types: service worker', 'tsc', '-p', 'tsconfig.service-worker.json'],
  ['format', 'oxfmt', '--check'],
  ['words', node, 'scripts/checks/check-words.mjs'],
  ['texts', node, 'scripts/checks/check-texts.ts'],
  ['conventions', node, 'scripts/checks/check-conventions.ts'],
  ['guides', node, 'scripts/checks/check-guides.ts'],
  ['guards of routes', node, 'scripts/checks/route-guards.ts'],
]

const waiting = [...steps]
const failed = []
await Promise.all([lane(), lane()])
if (failed.length > 0) console.error(`\n${failed.length} of ${steps.length} checks failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function lane() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command, ...parameters] = step
    const begun = performance.now()
    const { code, output } = await run(command, parameters)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
    if (code === 0) continue
    failed.push(name)
    console.log(output.trimEnd().replace(/^/gm, '    '))
  }
}

function run(command, parameters) {
  return new Promise((resolve) => {
    const bin = path.join(root, 'node_modules/.bin')
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, NO_COLOR: '1' },
      shell: process.platform === 'win32',
    })
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
