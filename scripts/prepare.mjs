// The first step of every command, on Node 20 or later: installs what is missing and builds what is stale.
import './require-node.mjs'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '..')
const inRoot = (...parts) => path.join(root, ...parts)
const packagedNode = inRoot(
  'node_modules',
  `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
)

/**
 * Installs the packages, then compiles the messages and builds the web app as requested, each only if its inputs changed. Without changes
 * nothing is written, so that the repository may be read-only or another user's. `tools` are the packages that only tests and checks need.
 * @param {{ words?: boolean, web?: boolean, tools?: boolean, mayInstall?: boolean }} [wanted]
 * @returns {Promise<string>} the Node that runs TypeScript
 */
export async function prepare({ words = false, web = false, tools = false, mayInstall = true } = {}) {
  if (!installed(tools)) {
    if (!mayInstall) fail('The packages are not installed: npm ci --ignore-scripts')
    await once('dist/.install.lock', () => {
      if (!installed(tools)) install(tools)
    })
  }
  const node = findNode()
  const wanted = [...(web ? ['web'] : []), ...(words || web ? ['words'] : [])]
  if (wanted.some(isStale)) {
    await once('dist/.prepare.lock', () => {
      for (const name of wanted) if (isStale(name)) products[name].make(node)
    })
  }
  return node
}

const products = {
  words: {
    file: 'generated/words/messages.js',
    inputs: ['messages', 'project.inlang/settings.json'],
    make: compileWords,
  },
  web: {
    file: 'dist/web/index.html',
    inputs: [
      'web',
      'contract',
      'messages',
      'vite.config.ts',
      'postcss.config.cjs',
      'scripts/build-web.mjs',
      'scripts/checks/route-guards.ts',
      'package-lock.json',
    ],
    make: build,
  },
}

/** Whether the lockfile's packages are installed in their versions, except those for other platforms; with `tools`, those of tests, too. */
function installed(tools) {
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!present) return false
  const wanted = Object.entries(readJson('package-lock.json').packages)
  return wanted.every(
    ([name, { version, optional, dev, link }]) =>
      !name || optional || link || (dev && !tools) || present[name]?.version === version,
  )
}

function install(tools) {
  say('Installing packages …')
  // Tools are added to what is there, which a portal may be running on.
  const how = tools && installed(false) ? ['install', '--no-save'] : ['ci']
  // Run from `npm start`, npm has already put the empty node_modules first in PATH; that does no harm.
  run(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    [...how, tools ? '--include=dev' : '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      failure:
        'The packages could not be installed; see above. The first start needs a network: with one, `npm ci --ignore-scripts` does the ' +
        'same; without one, copy node_modules from a machine of the same kind.',
    },
  )
  // A third of that package: headers to compile others with, which none of ours needs.
  rmSync(path.join(packagedNode, 'include'), { recursive: true, force: true })
}

function findNode() {
  const own = inRoot('node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own
  const packaged = path.join(packagedNode, 'bin', path.basename(own))
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  fail(
    `This machine (${process.platform}-${process.arch}) needs Node 22.18 or newer; it has ${process.versions.node}. Install Node 24 from https://nodejs.org.`,
  )
}

function compileWords(node) {
  const paraglide = 'node_modules/@inlang/paraglide-js/bin/run.js'
  // The options are those of vite.config.ts: both write generated/words. Browser and server choose the language themselves.
  const strategy = ['--strategy', 'baseLocale']
  run(
    node,
    [paraglide, 'compile', '--project', './project.inlang', '--outdir', './generated/words', '--silent', ...strategy],
    {
      failure: 'The words could not be compiled; see above.',
    },
  )
  stamp('words')
}

function build(node) {
  say('Building the web app …')
  run(node, ['scripts/build-web.mjs'], { failure: 'The web app could not be built; see above.' })
  stamp('web')
  // Vite compiles the words, too.
  stamp('words')
}

const stamp = (name) => writeFileSync(stampOf(name), hashOf(products[name].inputs))

const stampOf = (name) => inRoot('dist', `${name}.inputs`)

/** Whether the output is missing, or its inputs have changed since. */
function isStale(name) {
  const { file, inputs } = products[name]
  const isMade = existsSync(inRoot(file)) && existsSync(stampOf(name))
  return !isMade || readFileSync(stampOf(name), 'utf8') !== hashOf(inputs)
}

function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const whole = inRoot(input)
    if (!existsSync(whole)) continue
    const files = statSync(whole).isDirectory()
      ? readdirSync(whole, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^\./.test(entry.name))
          .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
          .toSorted((a, b) => (a < b ? -1 : 1))
      : [whole]
    for (const file of files)
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Runs `work` while no other command in this repository does so. */
async function once(name, work) {
  const lock = inRoot(name)
  for (;;) {
    try {
      mkdirSync(path.dirname(lock), { recursive: true })
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
        fail(
          `Something is to be made in ${root}, which this user may not write to: run \`npm ci --ignore-scripts && npm run build\` as its owner first, or start as its owner.`,
        )
      if (error.code !== 'EEXIST') throw error
    }
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    await wait(100)
    if (holder && !alive(holder)) rmSync(lock, { force: true })
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function run(command, args, { failure }) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (result.status !== 0) fail(failure)
}

function readJson(name) {
  try {
    return JSON.parse(readFileSync(inRoot(name), 'utf8'))
  } catch {
    return undefined
  }
}

function say(text) {
  console.error(text)
}

/** @returns {never} */
function fail(text) {
  for (const name of ['dist/.install.lock', 'dist/.prepare.lock']) {
    const lock = inRoot(name)
    if (existsSync(lock) && readFileSync(lock, 'utf8') === String(process.pid)) rmSync(lock, { force: true })
  }
  console.error(text)
  process.exit(1)
}
