import { beforeEach, expect, test } from 'vitest'
import { ApiProblem } from '#web/api/client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { couponFaultsOf } from './coupon-words.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))

test('each fault that the server found has its own sentence with its own numbers', () => {
  const problem = new ApiProblem('coupon_invalid', 422, {
    errors: [
      { path: 'eventId', message: 'event_unknown' },
      { path: 'totalLimit', message: 'limit_below_used' },
    ],
    data: { problems: [{}, { data: { used: 3, held: 1 } }] },
  })
  expect(couponFaultsOf(problem)).toEqual([
    { path: 'eventId', words: expect.stringContaining('event') },
    { path: 'totalLimit', words: expect.stringMatching(/4.*3.*1/) },
  ])
  expect(couponFaultsOf(new ApiProblem('offline', 0))).toEqual([])
})
