import { expect, test } from 'vitest'
import { priceOf } from './typed-price.ts'

test('kroner are read as Danes and others type them; what is no price is none', () => {
  expect(['950,50', '950.5', '1.200', '1.200,50', ' 1 200 ', '0', '1000000'].map(priceOf)).toEqual([
    95_050, 95_050, 120_000, 120_050, 120_000, 0, 100_000_000,
  ])
  for (const typed of ['', '-1', 'abc', '1,2,3', '12,345', '1e3', '1000000,01', '10.000.000'])
    expect(priceOf(typed), typed).toBeNull()
})
