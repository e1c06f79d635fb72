import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ticket } from '#contract/events/tickets.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { newQuestion, questionOf } from '../office/question-values.ts'
import { sentAnswers } from '../questions/typed-answers.ts'
import { TicketAnswers } from './ticket-answers.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

test.each([
  ['can be answered', 1, '1 answer is missing.'],
  ['was to be answered until yesterday', 0, undefined],
])('of two required questions one %s', async (_, open, notice) => {
  const questions = ['Tent', 'Shirt'].map((labelDa) => questionOf({ ...newQuestion(), labelDa, required: true }))
  const closed = questions.slice(open).map(({ id }) => id)
  vi.stubGlobal('fetch', async () =>
    Response.json({ memberId: 'm1', age: 30, categoryId: 'c1', questions, answers: {}, closed }),
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <TicketAnswers ticket={{ id: 't1' } as Ticket} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('Tent')
  expect(screen.queryByText(/missing|answered\./)?.textContent).toBe(notice)
})

test('an answer below zero is sent as the number that its field takes', () => {
  const question = questionOf({ ...newQuestion(), kind: 'number', labelDa: 'Depth' })
  expect(sentAnswers([question], { [question.id]: '−2.5' })).toEqual({ [question.id]: -2.5 })
})
