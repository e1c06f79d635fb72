// npm run -s sbom: the CycloneDX bill of materials of everything delivered, on standard output. Made from the lockfile, because
// `npm sbom --omit=dev` leaves out packages that development tools need, too.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
const { name, version, packages } = JSON.parse(text)

/** Packages that state their licence in a file alone. A new one of them fails the tests of the list. */
const stated = { 'png-js': 'MIT', 'plugin-message-format': 'MIT', 'sqlite-wasm-kysely': 'MIT' }

const components = Object.entries(packages)
  .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
  .map(([place, entry]) => {
    const whole = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const [scope, own] = whole.startsWith('@') ? whole.split('/') : [undefined, whole]
    return {
      type: 'library',
      'bom-ref': place,
      ...(scope ? { group: scope } : {}),
      name: own,
      version: entry.version,
      scope: entry.optional ? 'optional' : 'required',
      purl: `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${own}@${entry.version}`,
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(entry.integrity.slice('sha512-'.length), 'base64').toString('hex') },
      ],
      licenses: [entry.license ?? stated[own]].flatMap((license) => (license ? [licenseOf(license)] : [])),
    }
  })

console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      // Equal lockfiles give equal output.
      serialNumber: `urn:uuid:${uuidOf(text)}`,
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
      components,
    },
    null,
    2,
  ),
)

function licenseOf(license) {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license.replace(/^\(|\)$/g, '') }
}

function uuidOf(from) {
  const hex = createHash('sha256').update(from).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
