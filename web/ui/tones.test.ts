import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
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

const shadeOf = ([l, c]: readonly [number, number], h: number) => ({ mode: 'oklch', l, c, h }) as const

test('initials can be read in every tone, in light and dark', () => {
  const { soft, full } = toneShades
  for (let hue = 0; hue < 360; hue += 5)
    for (const { back, ink } of [soft.light, soft.dark, full])
      expect(wcagContrast(shadeOf(back, hue), shadeOf(ink, hue)), `${hue}°`).toBeGreaterThanOrEqual(4.5)
})
