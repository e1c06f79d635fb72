import { DEFAULT_THEME } from '@mantine/core'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

/** The kit takes any word for a colour; one that it does not know leaves a filled button white on white. */
test('every colour that a page names exists', () => {
  const known = new Set([
    ...Object.keys({ ...DEFAULT_THEME.colors, ...theme.colors }),
    'dimmed',
    'bright',
    'white',
    'black',
  ])
  const css = new Set(['inherit', 'none', 'error', 'currentColor', 'transparent'])
  const unknown = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:color|c|bg)="([a-zA-Z]+)(?:\.\d)?"/g)]
      .map(([, name]) => name!)
      .filter((name) => !known.has(name) && !css.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})
