import { expect, test, vi } from 'vitest'
import type { BillingAnswer } from './billing-part.tsx'
import { billingAnswers } from './billing-answers.ts'

const answer = (name: string) => ({ billing: { name }, check: async () => true }) as unknown as BillingAnswer

test('a click before who pays is there goes on when it is, once', async () => {
  const answers = billingAnswers()
  const first = vi.fn()
  void answers.ready().then(first)
  const second = answers.ready()
  answers.tell(answer('Anna'))
  expect(await second).toMatchObject({ billing: { name: 'Anna' } })
  expect(first).not.toHaveBeenCalled()
})

test('what was changed since is what is answered, until it is not asked for any more', async () => {
  const answers = billingAnswers()
  answers.tell(answer('Anna'))
  answers.tell(answer('Bo'))
  expect(await answers.ready()).toBe(answers.latest())
  expect(answers.latest()).toMatchObject({ billing: { name: 'Bo' } })
  answers.tell(null)
  expect(answers.latest()).toBeNull()
})
