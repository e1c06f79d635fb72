import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([place]) => place !== '')

test('packages are installed from the lockfile by checksum, without install scripts', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  expect(locked.length).toBeGreaterThan(500)
  expect(locked.filter(([, { integrity, link }]) => !link && !integrity?.startsWith('sha512-'))).toEqual([])
  for (const file of ['scripts/prepare.mjs', 'ops/Containerfile'])
    for (const [command] of read(file).matchAll(/^.*(?:npm ci|--omit=dev).*$/gm))
      expect(command).toContain('--ignore-scripts')
})

test('the bill of materials names every delivered package with its checksum', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sbom.mjs'], { cwd: root, maxBuffer: 1e8 })
  const bill = JSON.parse(stdout) as {
    bomFormat: string
    components: {
      group?: string
      name: string
      version: string
      purl: string
      hashes: { content: string }[]
      licenses: object[]
    }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const named = new Set(
    bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  )
  const delivered = locked.filter(([, { dev, link }]) => !dev && !link)
  const names = delivered.map(
    ([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`,
  )
  expect(names.filter((one) => !named.has(one))).toEqual([])
  expect(bill.components).toHaveLength(delivered.length)
  expect(bill.components.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name)).toEqual([])
  // A dependency that a developer's tool needs, too, is delivered, and so is what builds; those of tests and checks alone are not.
  expect(names.some((one) => one.startsWith('@tanstack/react-router@'))).toBe(true)
  expect([...named].filter((one) => /^(vitest|jsdom|oxlint|knip)@/.test(one))).toEqual([])
  const fastify = bill.components.find(({ name }) => name === 'fastify')
  expect(fastify?.purl).toMatch(/^pkg:npm\/fastify@\d/)
  expect(fastify?.hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
})

test('the audit checks delivered packages, and fails on a finding', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  expect(scripts.audit).toMatch(/^npm audit .*--audit-level=high/)
})
