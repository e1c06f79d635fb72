import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { CheckStep } from './check-step.tsx'
import { Report } from './report.tsx'
import type { StepProps } from './step.tsx'
import { valueWords } from './words.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rowOf = (row: number, undone = false) => ({
  row,
  name: `Anna ${row}`,
  memberId: `m${row}`,
  undone,
  addressOf: null,
  changes: [],
})
const counts = { added: 4, changed: 0, done: 4, memberships: 0, left: 0, undone: 1, kept: 0, invited: 0 }
const verdicts = { error: 0, unsure: 0, chosen: 0, new: 4, changed: 0, same: 0 }
const props = {
  club: { id: 'club', key: 'ROKLUB' },
  one: { id: 'import', state: 'done', rows: 4, counts: { ...counts, ...verdicts }, can: {} },
  mayWrite: false,
  onBack: () => undefined,
} as unknown as StepProps & { onBack: () => void }

test.each([
  ['that ran', Report],
  ['that are checked', CheckStep],
])('of the rows %s, the first of a further page gets the focus', async (_, Step) => {
  overwriteGetLocale(() => 'en')
  vi.stubGlobal('fetch', (address: string | URL) => {
    const { pathname, searchParams } = new URL(address)
    if (!pathname.endsWith('rows')) return Promise.resolve(Response.json([]))
    const isFirst = !searchParams.has('after')
    const page = isFirst ? [rowOf(1, Step === Report), rowOf(2)] : [rowOf(3), rowOf(4)]
    return Promise.resolve(Response.json({ rows: page, next: isFirst ? 2 : null }))
  })
  drawPage(() => <Step {...props} />, { client: new QueryClient() })
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Anna 3').closest('li')))
})

test.each([
  ['gender', 'female', 'Kvinde'],
  ['country', 'Denmark', 'Danmark'],
  ['dateOfBirth', '2004-02-15', '15. februar 2004'],
  ['field:a', 'true', 'ja'],
  ['field:a', 'Sandt', 'Sandt'],
])('a change of an import says its values as people read them: %s %s', (field, value, words) => {
  overwriteGetLocale(() => 'da')
  expect(valueWords(field, value)).toBe(words)
})
