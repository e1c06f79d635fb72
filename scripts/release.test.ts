import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const copied = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'ops/Containerfile',
  'ops/kubernetes/kustomization.yaml',
  'scripts/release.mjs',
  'scripts/sbom.mjs',
]

/** A repository of the files that a release writes. */
let folder: string
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const git = (...args: string[]) => run('git', '-c', 'user.name=Anna', '-c', 'user.email=anna@example.com', ...args)
const release = (version: string) => run(process.execPath, 'scripts/release.mjs', version)
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const json = (name: string) => JSON.parse(read(name)) as Record<string, unknown>

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-'))
  for (const name of copied) cpSync(path.join(root, name), path.join(folder, name))
  // Of the release before, which the first one has not.
  writeFileSync(
    path.join(folder, 'package.json'),
    read('package.json').replace(/("compatibleSince": )"[^"]+"/, '$1"0.0.1"'),
  )
  // Right after a release nothing is unreleased.
  writeFileSync(
    path.join(folder, 'CHANGELOG.md'),
    read('CHANGELOG.md').replace(
      /^## \[Unreleased\]\n(?:\n### Added\n)?/m,
      '## [Unreleased]\n\n### Added\n\n- A new thing.\n',
    ),
  )
  writeFileSync(path.join(folder, '.gitignore'), 'dist\n')
  git('init', '--quiet')
  git('config', 'user.name', 'Anna')
  git('config', 'user.email', 'anna@example.com')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a release names its version in every file, with its notes, and is tagged', () => {
  const { version: before } = json('package.json')
  mkdirSync(path.join(folder, 'dist/bench'), { recursive: true })
  const measured = { from: `v${String(before)}`, members: 100_000, seconds: 41.2, pause: 412 }
  writeFileSync(path.join(folder, 'dist/bench/update.json'), JSON.stringify(measured))
  release('7.0.0')

  expect(json('package.json')).toMatchObject({ version: '7.0.0', compatibleSince: before })
  expect(json('package-lock.json')).toMatchObject({ version: '7.0.0', packages: { '': { version: '7.0.0' } } })
  expect(read('ops/Containerfile')).toContain('image.version="7.0.0"')
  expect(read('ops/kubernetes/kustomization.yaml')).toContain('newTag: 7.0.0')
  const time = `Update from ${String(before)} with 100,000 members: ready after 42 s; the longest time without a sale was 0.4 s.`
  expect(read('CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[7\.0\.0\] - \d{4}-\d\d-\d\d\n\nUpdate from/)
  expect(git('tag', '--list', '--format=%(contents)', 'v7.0.0')).toContain(`7.0.0\n\n${time}\n\n### `)
  expect(git('status', '--porcelain')).toBe('')
  expect(json('dist/release/7.0.0/sbom.json')).toMatchObject({ metadata: { component: { version: '7.0.0' } } })
  expect(read('dist/release/7.0.0/third-party-licences.txt')).toContain('## fastify ')
  expect(() => release('7.0.1')).toThrow('CHANGELOG.md says nothing below [Unreleased]')
})

test.each([
  ['0.0.1', 'Say which version follows'],
  ['next', 'Say which version follows'],
])('%s is no version that follows', (version, sentence) => {
  expect(() => release(version)).toThrow(sentence)
})

test('a release is made of what is committed', () => {
  writeFileSync(path.join(folder, 'more.txt'), '')
  expect(() => release('7.0.0')).toThrow('The working tree is not clean')
})
