// Builds the web app into a new folder and swaps it in, so that a running server never serves half a build.
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const [target, fresh, old] = ['web', 'web.new', 'web.old'].map((name) => path.join(root, 'dist', name))

// Always the production build, also for tests: React's development build is twice the size.
process.env.NODE_ENV = 'production'
const { requireGuards } = await import('./checks/route-guards.ts')
const { requireKitStyles } = await import('./checks/kit-styles.ts')
requireGuards()
const { build } = await import('vite')

await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } })
requireKitStyles(fresh)
addLicences(path.join(fresh, 'third-party-licences.txt'))
rmSync(old, { recursive: true, force: true })
if (existsSync(target)) renameSync(target, old)
renameSync(fresh, target)
rmSync(old, { recursive: true, force: true })

/** Vite lists what the pages are made of. The service worker is built apart, and data, fonts and icons are no packages. */
function addLicences(file) {
  for (const name of ['core', 'precaching', 'routing', 'strategies'].map((part) => `workbox-${part}`)) {
    const read = (one) => readFileSync(path.join(root, 'node_modules', name, one), 'utf8')
    const { version, license } = JSON.parse(read('package.json'))
    appendFileSync(file, `\n## ${name} - ${version} (${license})\n\n${read('LICENSE')}`)
  }
  for (const [name, licence] of [
    ['Figtree (OFL-1.1)', 'web/public/fonts/figtree-OFL.txt'],
    ['Tabler Icons (MIT)', 'web/ui/icons/tabler-MIT.txt'],
  ])
    appendFileSync(file, `\n## ${name}\n\n${readFileSync(path.join(root, licence), 'utf8')}`)
  appendFileSync(
    file,
    '\n## countrystatecity-postal-codes - 2.0.1 (ODbL-1.0)\n\nhttps://opendatacommons.org/licenses/odbl/1-0/\n',
  )
}
