import { expect, test } from 'vitest'
import danishPostCodes from './danish-post-codes.txt?raw'
import { fitsCity, readPostCodes } from './city-of-post-code.tsx'

test('the table knows every city by its post code, and nothing that is not one', () => {
  const cities = readPostCodes(danishPostCodes)
  expect(['1050', '1473', '1799', '2000', '4000', '8000', '9990'].map((code) => cities.get(code))).toEqual([
    'København K',
    'København K',
    'København V',
    'Frederiksberg',
    'Roskilde',
    'Aarhus C',
    'Skagen',
  ])
  for (const code of ['0999', '4001', '9999', '', '40']) expect(cities.get(code)).toBeUndefined()
  expect(cities.size).toBeGreaterThan(1089)
  expect([...cities.values()].every((city) => /^[A-ZÆØÅ][\p{L} .-]+$/u.test(city))).toBe(true)
})

test('another spelling and a district fit, another city does not', () => {
  for (const [typed, city] of [
    ['roskilde ', 'Roskilde'],
    ['Århus', 'Aarhus C'],
    ['København', 'København NV'],
    ['Kbh. K', 'København K'],
    ['Kgs. Lyngby', 'Kongens Lyngby'],
    ['Rosk', 'Roskilde'],
  ] as const)
    expect(fitsCity(typed, city), typed).toBe(true)
  for (const [typed, city] of [
    ['Odense', 'Roskilde'],
    ['Kolding', 'København K'],
  ] as const)
    expect(fitsCity(typed, city), typed).toBe(false)
})
