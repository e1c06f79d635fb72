// npm run release -- 0.3.0: writes the version where it stands, moves what is unreleased in CHANGELOG.md below it, commits and tags. Then
// writes what goes with a release into dist/release: the bill of materials, the licences of all that is delivered, and the notes. Run it on a clean
// main after `npm run test:nightly` and `npm run bench -- update`, whose figure is in the notes.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const inRoot = (name) => path.join(root, name)
const read = (name) => readFileSync(inRoot(name), 'utf8')
const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).trim()

const [next = ''] = process.argv.slice(2)
const { version: before } = JSON.parse(read('package.json'))
const newer = next.localeCompare(before, 'en', { numeric: true }) > 0
if (!/^\d+\.\d+\.\d+$/.test(next) || !newer) fail(`Say which version follows ${before}: npm run release -- 0.3.0`)
if (run('git', 'status', '--porcelain')) fail('The working tree is not clean: commit or remove what is in it')
if (run('git', 'tag', '--list', `v${next}`)) fail(`There is a tag v${next} already`)

const [, unreleased] =
  /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[)/m.exec(read('CHANGELOG.md')) ??
  fail('CHANGELOG.md has no part [Unreleased]')
if (!unreleased.trim()) fail('CHANGELOG.md says nothing below [Unreleased]')
const notes = `${updateTime()}\n\n${unreleased.trim()}\n`

replace('package.json', `"version": "${before}"`, `"version": "${next}"`)
replace('package.json', /"compatibleSince": "[\d.]+"/, `"compatibleSince": "${before}"`)
// Of the portal itself, which stands first, and again as the first package.
replace('package-lock.json', /^(\{\n {2}"name": "[^"]+",\n {2}"version": )"[^"]+"/, `$1"${next}"`)
replace('package-lock.json', /("": \{\n\s+"name": "[^"]+",\n\s+"version": )"[^"]+"/, `$1"${next}"`)
replace('ops/Containerfile', /(image\.version=)"[^"]+"/, `$1"${next}"`)
replace('ops/kubernetes/kustomization.yaml', /(newTag: )[\d.]+/, `$1${next}`)
replace(
  'CHANGELOG.md',
  `## [Unreleased]\n${unreleased}`,
  `## [Unreleased]\n\n## [${next}] - ${new Date().toISOString().slice(0, 10)}\n\n${notes}\n`,
)
run('git', 'commit', '--quiet', '--all', '--message', `release: ${next}`)
run('git', 'tag', '--annotate', `v${next}`, '--cleanup=verbatim', '--message', `${next}\n\n${notes}`)

const folder = inRoot(`dist/release/${next}`)
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'notes.md'), notes)
const bill = run(process.execPath, 'scripts/sbom.mjs')
writeFileSync(path.join(folder, 'sbom.json'), `${bill}\n`)
writeFileSync(path.join(folder, 'third-party-licences.txt'), licences(JSON.parse(bill).components))
console.log(`${next} is committed and tagged as v${next}; dist/release/${next} has its notes, bill of materials and licences.
git push --follow-tags
docker build -f ops/Containerfile -t portal:${next} --build-arg commit=${run('git', 'rev-parse', '--short=12', 'HEAD')} .`)

/** How long the update takes in the large world, as `npm run bench -- update` measured it last. */
function updateTime() {
  const file = 'dist/bench/update.json'
  const { from, members, seconds, pause } = existsSync(inRoot(file)) ? JSON.parse(read(file)) : {}
  if (from !== `v${before}`) return `Update from ${before}: not measured.`
  return `Update from ${before} with ${members.toLocaleString('en')} members: ready after ${Math.ceil(seconds)} s; the longest time without a sale was ${(pause / 1000).toFixed(1)} s.`
}

/** The licence text of every package that is delivered. A package for another platform is not here. */
function licences(components) {
  return components
    .map((component) => {
      const at = inRoot(component['bom-ref'])
      const file = existsSync(at) && readdirSync(at).find((name) => /^(licen[cs]e|copying)/i.test(name))
      const named = component.licenses.map(({ license, expression }) => expression ?? license.id).join(', ')
      return `## ${component['bom-ref'].replace(/.*node_modules\//, '')} ${component.version} (${named})\n\n${file ? readFileSync(path.join(at, file), 'utf8') : ''}`
    })
    .join('\n')
}

function replace(name, old, fresh) {
  const text = read(name)
  if (typeof old === 'string' ? !text.includes(old) : !old.test(text)) fail(`${name} has no ${old}`)
  writeFileSync(inRoot(name), text.replace(old, fresh))
}

/** @returns {never} */
function fail(text) {
  console.error(text)
  process.exit(1)
}
