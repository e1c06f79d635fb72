// Builds the web app beside the present one and puts it in its place whole, compressed twins included.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const target = path.join(root, 'dist/web')
const fresh = path.join(root, 'dist/web.new')
const old = path.join(root, 'dist/web.old')

await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
for (const entry of readdirSync(fresh, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest|txt|wasm|html)$/.test(entry.name) || entry.name === 'index.html') continue
  const file = path.join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  if (bytes.length < 1000) continue
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
rmSync(old, { recursive: true, force: true })
if (existsSync(target)) renameSync(target, old)
renameSync(fresh, target)
rmSync(old, { recursive: true, force: true })
