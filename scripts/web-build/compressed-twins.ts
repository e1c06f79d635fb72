import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Leaves a `.br` and a `.gz` beside every text file, which the server sends to browsers that take them. */
export function compressedTwins(): Plugin {
  let folder = ''
  return {
    name: 'compressed-twins',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir)
    },
    async closeBundle() {
      // A build that failed has said why.
      if (!existsSync(folder)) return
      const names = await readdir(folder, { recursive: true })
      const texts = names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name))
      await Promise.all(texts.map((name) => compress(path.join(folder, name))))
    },
  }
}

async function compress(file: string) {
  const bytes = await readFile(file)
  if (bytes.length < 500) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
