import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/testing/outside/free-port.ts'

/** A checkout that wants one package, and a tool for its tests. It has neither, or the package, if it is `installed`. */
function checkout({ installed = false } = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'scripts'))
  for (const name of ['start', 'test', 'prepare', 'require-node', 'installed-browser'])
    copyFileSync(`scripts/${name}.mjs`, path.join(folder, `scripts/${name}.mjs`))
  const wanted = { name: 'portal', version: '1.0.0', dependencies: { nothing: '1.0.0' } }
  const nothing = { version: '1.0.0', resolved: 'https://registry.example/nothing-1.0.0.tgz' }
  const write = (file: string, value: object) => writeFileSync(path.join(folder, file), JSON.stringify(value))
  write('package.json', wanted)
  write('package-lock.json', {
    ...wanted,
    lockfileVersion: 3,
    packages: { '': wanted, 'node_modules/nothing': nothing, 'node_modules/tool': { version: '1.0.0', dev: true } },
  })
  if (installed) {
    mkdirSync(path.join(folder, 'node_modules'))
    write('node_modules/.package-lock.json', { packages: { 'node_modules/nothing': nothing } })
  }
  return folder
}

async function run(folder: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME: folder, ...env }, stdio: 'pipe' })
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code: child.exitCode, there: readdirSync(folder) }
}

const untouched = ['package-lock.json', 'package.json', 'scripts']

test('an older Node prints which one is needed', async () => {
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`
  expect(await run(checkout(), ['--import', older, 'scripts/start.mjs'])).toEqual({
    said: expect.stringMatching(/^This is Node 18\.20\.8\. .+ need Node 20\.19 or newer: install Node 24/) as string,
    code: 1,
    there: untouched,
  })
})

test('without packages and without a network the start says what it needs', async () => {
  const nobody = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' }
  const { said, code } = await run(checkout(), ['scripts/start.mjs', 'worker'], nobody)
  expect(said).toMatch(/could not be installed; see above\. The first start needs a network/)
  expect(code).toBe(1)
})

test('a busy port is reported before anything is built', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as { port: number }
  expect(await run(checkout(), ['scripts/start.mjs'], { PORT: String(port) })).toEqual({
    said: `Port ${port} is in use: end the other program, or choose another port with PORT\n`,
    code: 1,
    there: untouched,
  })
  busy.close()
})

const prepare = (wanted: string) => [
  '--input-type=module',
  '-e',
  `await (await import('./scripts/prepare.mjs')).prepare(${wanted})`,
]

test('an up-to-date checkout writes nothing, not even a lock; one that cannot be written says so', async () => {
  const ready = checkout({ installed: true })
  expect(await run(ready, prepare(''))).toEqual({ said: '', code: 0, there: ['node_modules', ...untouched] })

  const closed = checkout()
  const foreign = `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.mkdirSync = () => { throw Object.assign(new Error('EROFS'), { code: 'EROFS' }) }
    syncBuiltinESMExports()`)}`
  const { said, code } = await run(closed, ['--import', foreign, ...prepare('')])
  expect(said).toMatch(/Something is to be made in .+, which this user may not write to: run `npm ci/)
  expect(code).toBe(1)
})

test('tests need tools that a start does without', async () => {
  expect(await run(checkout({ installed: true }), prepare('{ tools: true, mayInstall: false }'))).toMatchObject({
    said: 'The packages are not installed: npm ci --ignore-scripts\n',
    code: 1,
  })
})

test('the Keycloak test installs nothing by itself', async () => {
  const folder = checkout()
  const away = await run(folder, ['scripts/test.mjs', 'keycloak'], {
    KEYCLOAK_URL: `http://127.0.0.1:${await freePort()}`,
  })
  expect([away.code, away.there]).toEqual([1, untouched])
  expect(away.said).toMatch(/\/realms\/izy does not answer: docs\/operate\.md says how to start a Keycloak/)

  const keycloak = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')).listen(
    0,
    '127.0.0.1',
  )
  await once(keycloak, 'listening')
  const url = `http://127.0.0.1:${(keycloak.address() as { port: number }).port}`
  const there = await run(folder, ['scripts/test.mjs', 'keycloak'], { KEYCLOAK_URL: url })
  expect([there.code, there.said, there.there]).toEqual([
    1,
    'The packages are not installed: npm ci --ignore-scripts\n',
    untouched,
  ])
  keycloak.close()
})
