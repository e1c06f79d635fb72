// Builds the web app into a new folder and swaps it in, so that a running server never serves half a build.
import { existsSync, renameSync, rmSync } from 'node:fs'
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
rmSync(old, { recursive: true, force: true })
if (existsSync(target)) renameSync(target, old)
renameSync(fresh, target)
rmSync(old, { recursive: true, force: true })
