import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

const run = promisify(execFile)
const examples = path.resolve('docs/examples/generated-clients')
const versions = {
  npm: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24.19.2'],
  redocly: '@redocly/cli@2.77.0',
  pip: 'openapi-python-client==0.29.1',
}
/** Of the client in Python, for each call: about three, and 24 before schemas had names (decision 3). */
const MOST_FILES = 4

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = mkdtempSync(path.join(tmpdir(), 'portal-clients-'))
  // As in production: a lint rule is about servers at localhost.
  const description = JSON.parse(await (await fetch(`${app.url}/openapi.json`)).text()) as object
  const servers = [{ url: 'https://portal.example' }]
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify({ ...description, servers }))
  await buildEvent(app, await buildClub(app), { title: 'Cup' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** In the temporary folder, with what is installed there. */
const go = async (program: string, ...parameters: string[]) =>
  (await run(program, parameters, { cwd: folder, maxBuffer: 64e6 })).stdout

/** Installs the tools of a test; where they cannot be had, it is skipped and says so. */
async function install(skip: (why: string) => never, program: string, ...parameters: string[]) {
  try {
    await go(program, ...parameters)
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    if (
      !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOENT|NewConnectionError|name resolution|from versions: none/i.test(
        `${stderr}${message}`,
      )
    )
      throw error
    skip(`${program} is missing or has no network: not tested`)
  }
}

test('a client of openapi-typescript compiles and buys a ticket', async ({ skip }) => {
  await install(skip, 'npm', 'install', '--no-audit', '--no-fund', '--prefix', folder, ...versions.npm)
  await go('node_modules/.bin/openapi-typescript', 'openapi.json', '--output', 'portal.d.ts')
  copyFileSync(path.join(examples, 'buy-a-ticket.mjs'), path.join(folder, 'buy-a-ticket.mjs'))
  const strict = ['--noEmit', '--checkJs', '--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext']
  await go('node_modules/.bin/tsc', ...strict, 'buy-a-ticket.mjs')
  await buysTicket('anna@example.com', process.execPath, 'buy-a-ticket.mjs')
})

test('a client of openapi-python-client has no needless files, and buys a ticket', async ({ skip }) => {
  await install(skip, 'python3', '-m', 'venv', 'venv')
  await install(skip, 'venv/bin/pip', 'install', '--disable-pip-version-check', versions.pip)
  const files = { path: 'openapi.json', meta: 'none', 'output-path': 'portal_client' }
  const options = Object.entries(files).flatMap(([name, value]) => [`--${name}`, value])
  await go('venv/bin/openapi-python-client', 'generate', ...options)
  const made = readdirSync(path.join(folder, 'portal_client'), { recursive: true }).map(String)
  expect(made).toEqual(expect.arrayContaining(['event', 'member', 'order'].map((name) => `models/${name}.py`)))
  const { paths } = JSON.parse(readFileSync(path.join(folder, 'openapi.json'), 'utf8')) as {
    paths: Record<string, object>
  }
  const calls = Object.values(paths).flatMap((one) => Object.keys(one)).length
  expect(made.filter((name) => name.endsWith('.py')).length / calls).toBeLessThan(MOST_FILES)
  await buysTicket('bo@example.com', 'venv/bin/python', 'buy_a_ticket.py')
})

test('a linter finds nothing in the description but what the specified paths and the returns from paying are like', async ({
  skip,
}) => {
  await install(skip, 'npx', '--yes', versions.redocly, '--version')
  const lint = ['--yes', versions.redocly, 'lint', 'openapi.json', '--format', 'json']
  const { totals, problems } = JSON.parse(await go('npx', ...lint)) as {
    totals: { errors: number; warnings: number }
    problems: { ruleId: string }[]
  }
  expect(totals.errors).toBe(0)
  const rules = new Set(problems.map(({ ruleId }) => ruleId))
  expect([...rules].toSorted()).toEqual(['no-ambiguous-paths', 'operation-2xx-response'])
  expect(totals.warnings).toBeLessThanOrEqual(13)
})

/** A program of the guide prints the ticket that its member has then. */
async function buysTicket(username: string, program: string, file: string) {
  const { token } = await signedIn(app, username)
  copyFileSync(path.join(examples, file), path.join(folder, file))
  const env = { ...process.env, PORTAL: app.url, TOKEN: token }
  const { stdout } = await run(program, [file], { cwd: folder, env })
  const held = await app.call(tickets.list, {}, { as: token })
  expect(held.map(({ number, memberName }) => `Ticket ${number} for ${memberName}\n`)).toEqual([stdout])
}
