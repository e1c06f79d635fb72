import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { WRITTEN_FOR } from './job-tables.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('graphile-worker is the version whose private tables we read: review each statement before upgrading', () => {
  const { version } = JSON.parse(
    readFileSync(path.join(root, 'node_modules/graphile-worker/package.json'), 'utf8'),
  ) as {
    version: string
  }
  expect(version).toBe(WRITTEN_FOR)
})

test('no other file reads them', () => {
  const asks = ['server', 'chaos', 'bench', 'scripts', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(folder, file))
      .filter((file) => /graphile_worker\._private/.test(readFileSync(path.join(root, file), 'utf8'))),
  )
  expect(asks).toEqual(['server/database/job-tables.ts'])
})
