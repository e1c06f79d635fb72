import { wcagContrast as contrast } from 'culori'
import { expect, test } from 'vitest'
import { deeper, oklch, readableShade } from './colour.ts'

test('a colour that can be read stays as it is', () => {
  for (const colour of ['#0b5c87', '#b32236', '#000000', '#767676']) expect(readableShade(colour)).toBe(colour)
})

test('white text can be read on the shade of every colour, of the same hue', () => {
  expect(readableShade('#ffd400')).toBe('#986e00')
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const shade = readableShade(`#${red}${green}${blue}`)
        expect(shade).toMatch(/^#[0-9a-f]{6}$/)
        expect(contrast(shade, '#ffffff'), `#${red}${green}${blue} as ${shade}`).toBeGreaterThanOrEqual(4.5)
      }
})

test('a deeper shade is darker', () => {
  for (const colour of ['#0b5c87', '#986e00', '#767676'])
    expect(contrast(deeper(colour), '#ffffff')).toBeGreaterThan(contrast(colour, '#ffffff') + 1)
})

test('the colour of a hue can be read', () => {
  for (let hue = 0; hue < 360; hue++) expect(contrast(oklch(0.46, 0.09, hue), '#ffffff')).toBeGreaterThan(4.5)
})
