import { globSync, readFileSync } from 'node:fs'
import postcss, { type Container, type Document } from 'postcss'
import { expect, test } from 'vitest'

/** Says that the network is gone, or that there is a new version: rare, and read nowhere else. */
const kept = new Set(['web/ui/foot-bars.module.css'])

const around = (node: Container | Document | undefined): Container[] =>
  !node || node.type === 'root' || node.type === 'document' ? [] : [node as Container, ...around(node.parent)]

const sticksToTheFoot = (rules: readonly Container[]) =>
  rules.some((rule) =>
    rule.nodes?.some((one) => one.type === 'decl' && (one.prop === 'bottom' || one.value.startsWith('auto 0'))),
  )

test('in a window as low as that of 400 % nothing stays at its foot, and the header scrolls away', () => {
  const staying: string[] = []
  let found = 0
  for (const file of globSync('web/**/*.css').filter((one) => !kept.has(one)))
    postcss.parse(readFileSync(file, 'utf8')).walkDecls('position', ({ value, parent }) => {
      const rules = around(parent)
      if (!/^(sticky|fixed)$/.test(value) || !sticksToTheFoot(rules)) return
      found++
      if (!rules.some((rule) => 'params' in rule && String(rule.params).includes('min-height: $tall-start')))
        staying.push(file)
    })
  expect(found).toBeGreaterThan(4)
  expect(staying).toEqual([])
  const base = readFileSync('web/ui/theme/base.css', 'utf8')
  expect(base).toMatch(/@media \(max-height: \$low-last\) \{[^@]*\.mantine-AppShell-header \{\s*position: absolute;/)
})

test('messages come at the top of every page, where no bar of its foot is, and below the header', () => {
  expect(readFileSync('web/ui/toasts/toast-stack.tsx', 'utf8')).toContain('position="top-center"')
  const declared: string[] = []
  for (const file of globSync('web/**/*.css').filter((one) => !one.endsWith('print.css')))
    postcss.parse(readFileSync(file, 'utf8')).walkRules(/Notifications-root/, (rule) => {
      // At every width.
      expect(rule.parent?.type).toBe('root')
      rule.walkDecls(({ prop, value }) => void declared.push(`${rule.selector} ${prop} ${value}`))
    })
  expect(declared).toEqual([
    expect.stringMatching(/^\.mantine-Notifications-root\[data-position='top-center'\] top .*app-shell-header-offset/),
  ])
})
