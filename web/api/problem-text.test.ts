import { beforeEach, expect, test } from 'vitest'
import { errors, type ErrorCode } from '#contract/errors.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { ApiProblem } from './http-client.ts'
import { problemText, loadProblemText } from './problem-text.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))

test('a rare error shows the server’s title until its text is loaded', async () => {
  const problem = new ApiProblem('order_ended', 409, { title: 'As the server says it' })
  expect(problemText(problem)).toBe('As the server says it')
  await loadProblemText(problem)
  expect(problemText(problem)).toBe(errors.order_ended.title)
})

test('errors that occur offline have their texts built in', () => {
  expect(problemText(new ApiProblem('offline', 0))).not.toBe('offline')
  expect(problemText(new ApiProblem('timeout', 0))).not.toBe('timeout')
  expect(problemText(new Error('anything'))).toBe(errors.internal.title)
})

test('a chunk that failed to load reads as offline in every browser', async () => {
  const offline = problemText(new ApiProblem('offline', 0))
  for (const words of [
    'Failed to fetch dynamically imported module: https://portal.example/assets/x.js',
    'error loading dynamically imported module: https://portal.example/assets/x.js',
    'Importing a module script failed.',
  ])
    expect(problemText(new TypeError(words))).toBe(offline)
  expect(problemText(new TypeError('x is not a function'))).toBe(errors.internal.title)
})

test('a rate limit says how long to wait', async () => {
  const afterLoading = async (code: ErrorCode, retryAfter: number) => {
    const problem = new ApiProblem(code, 429, { data: { retryAfter } })
    await loadProblemText(problem)
    return problemText(problem)
  }
  expect(await afterLoading('too_many_requests', 40)).toBe('Too many attempts. Wait 40 seconds and try again.')
  expect(await afterLoading('too_many_requests', 121)).toBe('Too many attempts. Wait 3 minutes and try again.')
  expect(await afterLoading('too_many_requests', 86_000)).toBe(
    "You have reached today's limit. You can continue in 24 hours.",
  )
  expect(await afterLoading('upload_limit', 7200)).toMatch(/try again in 2 hours\.$/)
  expect(await afterLoading('upload_limit', 80_000)).toMatch(/try again in 23 hours\.$/)
  expect(await afterLoading('upload_limit', 1392 * 3600)).toMatch(/try again in 58 days\.$/)
})

test('a season in an unpaid order says for whom, what to do, and for how long', async () => {
  const problem = new ApiProblem('term_already_held', 409, {
    data: { name: 'Ida Holm', paid: false, retryAfter: 1500 },
  })
  await loadProblemText(problem)
  expect(problemText(problem)).toBe(
    'An unpaid order already reserves this period for Ida Holm. Pay or cancel that order, or try again in 25 minutes.',
  )
})

test('a season that is being paid says so', async () => {
  const problem = new ApiProblem('term_already_held', 409, { data: { name: 'Ida Holm', paid: false, beingPaid: true } })
  await loadProblemText(problem)
  expect(problemText(problem)).toBe('A payment for this period is already under way for Ida Holm. Wait a moment.')
})

test('every error code has a text', async () => {
  for (const code of Object.keys(errors) as ErrorCode[]) {
    const problem = new ApiProblem(code, 400)
    await loadProblemText(problem)
    expect(problemText(problem), code).not.toBe(code)
  }
})

test.each([
  'event_payment_not_started',
  'payment_request_failed',
  'payment_link_missing',
  'payment_capture_failed',
  'payment_decline_failed',
  'coupon_validation_needs_organisation',
  'coupon_application_needs_organisation',
  'coupon_list_needs_organisation',
  'coupon_details_need_organisation',
  'coupon_details_need_code',
] as const)('%s starts with the specified text, then says what to do', async (code) => {
  const { status, title } = errors[code]
  const problem = new ApiProblem(code, status, { title })
  await loadProblemText(problem)
  expect(problemText(problem)).toMatch(new RegExp(String.raw`^${title.replace(/\.$/, '')}\. \S.+\.$`))
})
