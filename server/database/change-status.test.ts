import { readFileSync, globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourcesOf, statusColumns, type Transitions } from './change-status.ts'

const table: Transitions<'a' | 'b' | 'c'> = { a: ['b', 'c'], b: ['c'], c: [] }

test('the sources of a status are all statuses that lead to it', () => {
  expect(sourcesOf(table, 'c')).toEqual(['a', 'b'])
  expect(sourcesOf(table, 'a')).toEqual([])
})

test('nothing else writes a status: each change leaves its row', () => {
  const camel = (name: string) => name.replace(/_[a-z]/g, (letter) => letter[1]!.toUpperCase())
  const names = Object.keys(statusColumns)
  const writes = new RegExp(
    [
      String.raw`\.update\((?:${names.map(camel).join('|')})\)\s*\.set\([^}]*?[{,]\s*(?:status|state)[:,\s]`,
      String.raw`\bupdate (?:${names.join('|')})(?: as)?(?: \w+)? set (?:status|state) =`,
    ].join('|'),
  )
  const server = path.resolve(import.meta.dirname, '..')
  const files = globSync('{domains,http,jobs}/**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => writes.test(readFileSync(path.join(server, file), 'utf8')))).toEqual([])
})
