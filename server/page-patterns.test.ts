import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pagePatterns } from './page-patterns.ts'

test("the server knows exactly the web app's pages", () => {
  const tree = readFileSync(path.resolve(import.meta.dirname, '../web/route-tree.gen.ts'), 'utf8')
  const addresses = [...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, address]) =>
    address!
      .replace(/(?<=.)\/$/, '')
      .replace(/\{\$(\w+)\}|\$(\w+)/g, (_, one?: string, other?: string) => `{${one ?? other}}`),
  )
  expect(pagePatterns.toSorted()).toEqual([...new Set(addresses)].toSorted())
})
