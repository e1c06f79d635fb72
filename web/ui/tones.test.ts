import { expect, test } from 'vitest'
import { contrast, oklch } from '#contract/colour.ts'
import { familyTones, toneShades } from './tones.ts'

test('people of a family with the same initials differ, whoever they are', () => {
  const names = ['Anna', 'Anders', 'Alma', 'August', 'Asta', 'Aksel', 'Agnes', 'Arthur', 'Alberte', 'Anton'].map(
    (first) => `${first} Holm`,
  )
  expect(new Set(familyTones(names).values()).size).toBe(names.length)
})

test("a tone is the same each time, and somebody new takes nobody's", () => {
  const family = ['Anna Holm', 'Anders Holm', 'Bo Holm']
  const before = [...familyTones(family)]
  expect([...familyTones([...family, 'Alma Holm', 'Aage Holm'])].slice(0, 3)).toEqual(before)
  expect([...familyTones([' anna holm '])][0]).toEqual(before[0])
})

test('initials can be read in every tone, in light and dark', () => {
  const { soft, full } = toneShades
  for (let hue = 0; hue < 360; hue += 5)
    for (const { back, ink } of [soft.light, soft.dark, full])
      expect(contrast(oklch(back[0], back[1], hue), oklch(ink[0], ink[1], hue)), `${hue}°`).toBeGreaterThanOrEqual(4.5)
})
