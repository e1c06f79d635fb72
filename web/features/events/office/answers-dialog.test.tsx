import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OfficeAnswers } from '#contract/events/registrations.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { AnswersDialog } from './answers-dialog.tsx'
import { newQuestion, questionOf } from './question-values.ts'

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`
const tent = questionOf({ ...newQuestion(), labelDa: 'Telt' })
const answers: OfficeAnswers = { age: 12, categoryId: id(3), questions: [tent], answers: { [tent.id]: 'Ja tak' } }

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  useSessionState.setState({ status: 'signed-in' } as SessionState)
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(answers), { headers: { 'content-type': 'application/json' } }),
  )
})
afterEach(cleanup)

async function open(mayWrite: boolean) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AnswersDialog
          ofEvent={{ orgId: id(1), eventId: id(2) }}
          entryId={id(4)}
          mayWrite={mayWrite}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return screen.findByLabelText<HTMLInputElement>('Telt')
}
const buttons = () => [...document.querySelectorAll('form button')].map(({ textContent }) => textContent)

test('whoever only reads sees the answers of a guest, and has nothing to save', async () => {
  const field = await open(false)
  expect([field.value, field.matches(':disabled')]).toEqual(['Ja tak', true])
  expect(buttons()).toEqual(['Close'])
})

test('whoever writes changes them', async () => {
  expect((await open(true)).matches(':enabled')).toBe(true)
  expect(buttons()).toEqual(['Cancel', 'Save the answers'])
})
