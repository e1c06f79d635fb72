import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { ChoicesStep } from './choices-step.tsx'
import type { StepProps } from './step.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const seasonOf = (name: string, year: number) => ({
  id: `${name} ${year}`,
  name: { da: `${name} ${year}` },
  startDate: `${year}-01-01`,
  endDate: `${year}-12-31`,
})

test('a value of the column means the season that runs, before the next one', async () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T12:00:00Z'), toFake: ['Date'] })
  overwriteGetLocale(() => 'en')
  const one = {
    id: 'import',
    columns: ['membership'],
    choices: { dateOrder: 'dmy', membership: 'none', seasonId: null, seasons: [], tags: [] },
    seasons: [seasonOf('Junior', 2027), seasonOf('Voksen', 2027), seasonOf('Voksen', 2026)],
    values: ['Voksen', 'Voksen 2027', 'Junior', 'Senior'].map((value) => ({ value, rows: 1 })),
  }
  const props = { club: { id: 'club', key: 'ROKLUB' }, one, mayWrite: true } as unknown as StepProps
  drawPage(() => <ChoicesStep {...props} onBack={() => undefined} onNext={() => undefined} />, {
    client: new QueryClient(),
  })
  const fields = await screen.findAllByRole<HTMLInputElement>('combobox', { name: /^Membership for/ })
  expect(fields.map(({ value }) => value)).toEqual(['Voksen 2026', 'Voksen 2027', 'Junior 2027', ''])
})
