// npm test: installs what is missing, including a browser, then runs vitest and the browser stories.
// `npm run test:nightly` runs everything: all pages in every theme and in print, with axe and screenshots, 200 chaos schedules, processes
// killed at every crash point, mutations, each benchmark at its smallest size, and Lighthouse, which needs a network. `npm run test:unit`, `test:chaos` and `test:e2e` run one
// part, with further arguments. `npm run test:year` lives through more than a year of two clubs, which the nightly run does, too. `npm run test:keycloak` runs one story against the Keycloak at KEYCLOAK_URL with the realm of ops/keycloak.
// `node scripts/test.mjs again` is for CI: it runs failed files once more, by themselves, and reports those that pass as flaky.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { installedBrowser, noBrowser } from './installed-browser.mjs'
import { prepare } from './prepare.mjs'

const root = path.resolve(import.meta.dirname, '..')
const [which = 'all', ...rest] = process.argv.slice(2)
const nightly = which === 'nightly'
const unit = which === 'all' || nightly || which === 'unit'
const year = nightly || which === 'year'
// Windows has no signal that kills a process.
const chaos = (nightly || which === 'chaos') && process.platform !== 'win32'
const keycloak = which === 'keycloak'
const pictures = which === 'pictures'
if (keycloak && !process.env.KEYCLOAK_URL) {
  console.log(
    'Skipped: KEYCLOAK_URL is not set, so there is no Keycloak to test with (docs/operate.md says how to start one).',
  )
  process.exit(0)
}
if (keycloak) await requireKeycloak(process.env.KEYCLOAK_URL)
const again = which === 'again' ? JSON.parse(readFileSync(inDist('failed-runs.json'), 'utf8')) : null
const stories =
  (which === 'all' || nightly || which === 'e2e' || keycloak || pictures || again?.includes('playwright')) &&
  hasStories()

const node = await prepare({ words: true, web: true, tools: true, mayInstall: !keycloak })
const browser = stories ? findBrowser() : undefined
const inMemory = memoryFolder()

const failed = []
if (unit)
  await run('vitest', ['node_modules/vitest/vitest.mjs', 'run', ...(which === 'unit' ? rest : [])], {
    ...inMemory,
    ...(nightly ? { NIGHTLY: '1' } : {}),
  })
if (year)
  await run('year', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'year', ...(which === 'year' ? rest : [])], {
    ...inMemory,
    YEAR: '1',
  })
if (again) await runAgain()
else {
  if (chaos) await attack(...(nightly ? ['--seeds', '200', '--rows', '--mutations'] : rest))
  await runStories()
  if (nightly) await runBenchmarks()
}
if (failed.includes('vitest')) console.error(`\nIn vitest:\n${failedTests() || '  it ended without a word on a test'}`)
if (failed.length) console.error(`\nFailed: ${failed.join(' and ')}`)
mkdirSync(inDist('.'), { recursive: true })
writeFileSync(inDist('failed-runs.json'), JSON.stringify(failed))
process.exitCode = failed.length ? 1 : 0

async function runAgain() {
  const flaky = []
  if (again.includes('vitest')) {
    const tests = failedTests()
    const files = JSON.parse(readFileSync(inDist('failed-files.json'), 'utf8'))
    if (files.length === 0) failed.push('vitest')
    else if (await run('vitest', ['node_modules/vitest/vitest.mjs', 'run', ...files], inMemory)) flaky.push(tests)
  }
  if (again.includes('playwright') && (await runStories('--last-failed'))) flaky.push('  playwright: see above\n')
  if (flaky.length)
    console.error(`\nFlaky: failed among all tests, passed alone. Fix this before anything else:\n${flaky.join('')}`)
}

/** Each benchmark once at its smallest size, so that none stops working unnoticed. Their figures mean nothing. */
async function runBenchmarks() {
  const smallest = {
    bell: '--members 200 --unread 200 --streams 10',
    cancel: '--orders 6',
    checkout: '--orders 100 --seconds 1 --buyers 2 --clubs 2 --rounds 1 --recorded 5',
    events: '--events 500 --rounds 2',
    feed: '--events 300 --rounds 2',
    guests: '--guests 60 --waiting 30 --freed 5 --dates 10',
    interaction: '--rounds 1',
    lighthouse: '--runs 3',
    mails: '--mails 40 --domains 10 --hanging 5 --patience 30',
    'member-search': '--members 2000 --rounds 2',
    office: '--people 300 --orders 300 --rounds 2 --registrations 600 --events 20',
    overload: '--times 2 --seconds 1 --clients 2',
    pages: null,
    people: '--people 300 --rounds 2 --imported 600',
    reads: '--entries 4000 --members 2000 --readers 2',
    renewals: '--renewals 20 --buyers 1 --seconds 1 --rounds 1',
    rush: '--buyers 10 --places 3 --sold 100 --seconds 1 --rounds 1 --clients 2 --recorded 5',
    scale: '--clubs 1000 --seconds 10',
    'size-budget': '',
    statements: '',
    update: '--members 1000 --entries 3000',
  }
  for (const file of readdirSync(path.join(root, 'bench')).filter((one) => one.endsWith('.ts'))) {
    const name = file.slice(0, -3)
    if (smallest[name] === undefined)
      failed.push(`bench ${name}, of which scripts/test.mjs does not know the smallest size`)
    // `pages` needs a portal that runs already.
    else if (smallest[name] !== null)
      await run(`bench ${name}`, [`bench/${file}`, ...smallest[name].split(' ').filter(Boolean)], { CHROMIUM: browser })
  }
}

function attack(...schedules) {
  return run('chaos', ['chaos/main.ts', ...schedules])
}

async function runStories(...options) {
  if (!stories) return
  return run('playwright', ['node_modules/@playwright/test/cli.js', 'test', ...chosenStories(), ...options], {
    ...inMemory,
    CHROMIUM: browser,
    ...(nightly
      ? { NIGHTLY: '1', SCREENSHOTS: inDist('nightly/screens'), GUIDE_PICTURES: inDist('nightly/guides') }
      : {}),
    ...(pictures ? { GUIDE_PICTURES: process.env.GUIDE_PICTURES ?? path.join(root, 'docs/pictures') } : {}),
  })
}

function chosenStories() {
  if (keycloak) return ['keycloak', '--workers=1', ...rest]
  if (pictures) return ['guide-pictures', '--workers=1', ...rest]
  return which === 'all' || again ? ['--project=stories'] : rest
}

function inDist(name) {
  return path.join(root, 'dist', name)
}

/** The failed tests, as stored by vitest's reporter. */
function failedTests() {
  return existsSync(inDist('failed-tests.txt')) ? readFileSync(inDist('failed-tests.txt'), 'utf8') : ''
}

function hasStories() {
  const folder = path.join(root, 'e2e')
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('.e2e.ts'))
}

/** Runs one part and adds it to `failed` if it failed. @returns whether it passed */
async function run(name, args, env = {}) {
  const passed = (await exitCode(name, args, env)) === 0
  if (!passed) failed.push(name)
  return passed
}

function exitCode(name, args, env) {
  return new Promise((resolve) => {
    const bin = path.dirname(node)
    const child = spawn(node, args, {
      cwd: root,
      stdio: 'inherit',
      // Tests that start `node` get the same one.
      env: {
        NODE_COMPILE_CACHE: path.join(root, 'dist/compile-cache'),
        PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(root, 'dist/playwright-cache'),
        ...process.env,
        ...env,
        PATH: `${bin}${path.delimiter}${process.env.PATH}`,
      },
    })
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * The folder for tests' temporary files: in memory if there is room. Tests create databases by the hundred, and on a disk the file system
 * takes longer than PostgreSQL.
 */
function memoryFolder() {
  const memory = '/dev/shm'
  if (!existsSync(memory) || os.freemem() < 8e9) return {}
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < 4e9) return {}
  const folder = mkdtempSync(path.join(memory, 'portal-tests-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return { TMPDIR: folder }
}

/** Checks that Keycloak answers before anything is installed or built. */
async function requireKeycloak(url) {
  const realm = `${url.replace(/\/$/, '')}/realms/izy`
  const response = await fetch(realm, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  if (response?.ok) return
  console.error(
    `${realm} ${response ? `answers ${response.status}` : 'does not answer'}: docs/operate.md says how to start a Keycloak with it.`,
  )
  process.exit(1)
}

/** The installed browser. As root on a system with apt, a missing one is installed. */
function findBrowser() {
  const found = installedBrowser()
  if (process.env.CHROMIUM || found?.endsWith('headless-shell')) return found
  if (!keycloak && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.error('Installing Chromium …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env }).status === 0
    const install = (name) => apt('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation')
    apt('update', '-qq')
    if (!install('chromium-headless-shell') && !found) install('chromium')
  }
  const ready = installedBrowser()
  if (ready) return ready
  console.error(noBrowser)
  process.exit(1)
}
