import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { expect, onTestFinished, test } from 'vitest'
import { checkImports } from './check-imports.ts'

/** The names of the rules that one import breaks, in a tree of just these two files. */
async function rulesBrokenBy(from: string, to: string): Promise<string[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'imports-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of [
    [to, 'export const name = 1\n'],
    [from, `export { name } from '${path.posix.relative(path.posix.dirname(from), to)}'\n`],
  ] as const) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const { output } = await checkImports(root, 'json')
  const { summary } = (typeof output === 'string' ? JSON.parse(output) : output) as ICruiseResult
  return summary.violations.map(({ rule }) => rule.name)
}

test.each([
  ['an earlier feature', 'web/features/events/tickets/card.tsx', 'web/features/orders/queries.ts'],
  ['another subject of its own', 'web/features/events/tickets/card.tsx', 'web/features/events/coupons/queries.ts'],
])('a feature may import %s', async (_, from, to) => {
  expect(await rulesBrokenBy(from, to)).toEqual([])
})

test.each([
  ['a later feature', 'web/features/orders/queries.ts', 'web/features/events/queries.ts', 'feature-orders'],
  ['a page', 'web/features/events/list.tsx', 'web/routes/events.tsx', 'feature-events'],
  ['anything, without a place in the order', 'web/features/shop/list.tsx', 'web/ui/panel.tsx', 'feature-unknown'],
])('a feature may not import %s', async (_, from, to, rule) => {
  expect(await rulesBrokenBy(from, to)).toContain(rule)
})
