import { beforeEach, expect, test } from 'vitest'
import type { Invitation } from '#contract/family.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { statusWords } from '#web/features/members/words.ts'
import { waitingAttentions } from './waiting.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))

const request = (answerBy?: string) => ({ inviterName: 'Anna Holm', inviterEmail: null, answerBy }) as Invitation

test('a family request says by when to answer, and several say the first of their days', () => {
  const textOf = (...requests: Invitation[]) => waitingAttentions(requests)[0]!.text
  expect(textOf(request('2026-12-20'))).toMatch(/^Answer by 20 December 2026\./)
  expect(textOf(request('2026-12-20'), request('2026-12-03'))).toMatch(/^Answer by 3 December 2026\./)
  expect(textOf(request())).not.toContain('Answer by')
})

test.each([
  [{ answeredAt: '2026-03-02T11:00:00Z' }, 'Ended'],
  [{ answeredAt: null, answerBy: '2026-12-20' }, 'Not answered'],
  [{ answeredAt: null }, 'Withdrawn'],
])('an ended request %j is called %s', (ended, label) =>
  expect(statusWords({ status: 'ended', ...ended }).label).toBe(label),
)
