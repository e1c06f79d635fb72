// Builds the web app into a new folder and swaps it in, so that a running server never serves half a build.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
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
await buildServiceWorker()
requireKitStyles(fresh)
addLicences(path.join(fresh, 'third-party-licences.txt'))
rmSync(old, { recursive: true, force: true })
if (existsSync(target)) renameSync(target, old)
renameSync(fresh, target)
rmSync(old, { recursive: true, force: true })

/** The service worker gets the files to cache, with a revision where the name has no hash. It registers from the app, for members. */
async function buildServiceWorker() {
  const cached = ['index.html', 'assets/*.{js,css}', 'fonts/figtree-latin.woff2', 'favicon*.{svg,png}', 'icon-192.png']
  const files = globSync(cached, { cwd: fresh }).map((file) => file.replaceAll(path.sep, '/'))
  const revisionOf = (file) =>
    createHash('md5')
      .update(readFileSync(path.join(fresh, file)))
      .digest('hex')
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      'self.__WB_MANIFEST': JSON.stringify(
        files.toSorted().map((url) => ({ url, revision: url.startsWith('assets/') ? null : revisionOf(url) })),
      ),
    },
    build: {
      outDir: fresh,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: path.join(root, 'web/service-worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

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
