import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '#contract/events/questions.ts'
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

test('what is typed while answers are being saved stays', async () => {
  const questions = ['Tent', 'Shirt'].map((labelDa) => questionOf({ ...newQuestion(), labelDa }))
  let loaded = { memberId: 'm1', age: 30, categoryId: 'c1', questions, answers: {} as Answers, closed: [] }
  let answer: (response: Response) => void = () => {}
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: { readonly method: string; readonly body: string }) => {
    if (method === 'GET') return Response.json(loaded)
    sent.push(JSON.parse(body))
    return new Promise<Response>((resolve) => (answer = resolve))
  })
  const client = new QueryClient()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TicketAnswers ticket={{ id: 't1' } as Ticket} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  await screen.findByText('Tent')
  fireEvent.change(field('Tent'), { target: { value: 'Two' } })
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.change(field('Shirt'), { target: { value: 'Large' } })
  loaded = { ...loaded, answers: { [questions[0]!.id]: 'Two' } }
  await act(async () => answer(Response.json(loaded)))
  await waitFor(() => expect(client.isFetching() + client.isMutating()).toBe(0))
  expect([field('Tent').value, field('Shirt').value]).toEqual(['Two', 'Large'])
})
