import { expect, test } from 'vitest'
import { Year } from './year.ts'

test('two clubs live through more than a year, and every day is as reckoned', async () => {
  const year = await Year.open(new Date().getUTCFullYear() + 1)
  try {
    await year.live()
    process.stdout.write(`${year.report.lines().join('\n')}\n`)
    expect(year.report.differences).toEqual([])
  } finally {
    await year.close()
  }
})
