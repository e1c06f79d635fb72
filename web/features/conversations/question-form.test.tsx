import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#web/api/http-client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { saveMessage, openMessage } from './message-draft.ts'
import { useDraft } from './use-draft.ts'
import { QuestionForm, type Asking } from './question-form.tsx'
import type { Question } from './check-message.ts'

Element.prototype.scrollIntoView = () => undefined

const club = { key: 'ROKLUB', id: '0190a000-0000-7000-8000-000000000001', name: 'Roskilde Fjord Roklub' }
const sent: Question[] = []
let refuse: ApiProblem | null
/** What the server waits for before it answers. */
let answer: Promise<void>

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  localStorage.clear()
  sent.length = 0
  refuse = null
  answer = Promise.resolve()
})
afterEach(cleanup)

function Form(asking: Partial<Asking>) {
  const draft = useDraft('new', null)
  return (
    <QuestionForm
      clubs={{ complete: true, listed: [club], known: [club], onSearch: () => {}, onUnknown: () => {} }}
      failed={null}
      preset={{}}
      {...asking}
      draft={draft}
      visitor
      stays={['name', 'email']}
      files={{ attach: () => Promise.reject(new Error('No files')), detach: null }}
      onAsk={async (question) => {
        sent.push(question)
        await answer
        if (refuse) throw refuse
      }}
    />
  )
}
const open = (asking: Partial<Asking> = {}) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Form {...asking} />
      </QueryClientProvider>
    </MantineProvider>,
  )
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const button = () => screen.getByText('Send question').closest('button')!
const isSent = () => waitFor(() => expect(button().hasAttribute('data-loading')).toBe(false))

/** What was typed before. */
const typed = () =>
  saveMessage('new', null, {
    values: { name: 'Eva', email: 'eva@example.net', subject: 'Boats', text: 'Is one free?' },
  })

test('while a slow answer comes, it is asked once, and nothing can be typed that would be lost', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = promise
  typed()
  open({ preset: { orgId: club.id } })
  // Before anything is drawn.
  button().click()
  button().click()
  await waitFor(() => expect(button().hasAttribute('data-loading')).toBe(true))
  await userEvent.type(field('Message'), ' On')
  await userEvent.type(field('Subject'), '!{Enter}')
  await userEvent.click(button())
  expect(field('Message').value).toBe('Is one free?')
  expect(field('Message').readOnly).toBe(true)
  expect(field('Club').disabled).toBe(true)
  resolve()
  await isSent()
  expect(sent).toEqual([
    { orgId: club.id, subject: 'Boats', text: 'Is one free?', name: 'Eva', email: 'eva@example.net' },
  ])
  expect(openMessage('new', null).values, 'the same person asks again').toEqual({
    name: 'Eva',
    email: 'eva@example.net',
  })
})

test('what is refused after a while is still there, and can be typed on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = promise
  refuse = new ApiProblem('offline', 0)
  typed()
  open({ preset: { orgId: club.id } })
  await userEvent.click(button())
  resolve()
  await screen.findByRole('alert')
  await userEvent.type(field('Message'), ' On?')
  expect(screen.queryByRole('alert')).toBeNull()
  refuse = null
  await userEvent.click(button())
  await isSent()
  expect(sent.map(({ text }) => text)).toEqual(['Is one free?', 'Is one free? On?'])
})

test('clubs that cannot be had are fetched again where they would stand', async () => {
  const onRetry = vi.fn()
  open({ clubs: undefined, failed: { text: 'The network does not answer.', retrying: false, onRetry } })
  expect(screen.getByRole('alert').textContent).toContain('The network does not answer.')
  await userEvent.click(screen.getByRole('button', { name: /^Try again|^Retry/ }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a club of the address that cannot be asked is none, and is to be chosen', async () => {
  typed()
  open({ preset: { orgId: '0190a000-0000-7000-8000-00000000000f' } })
  expect(field('Club').value).toBe('')
  await userEvent.click(button())
  expect(sent).toEqual([])
  expect(field('Club').getAttribute('aria-invalid')).toBe('true')
})

test('as long as no club can be chosen nothing is sent, unless one is preset', async () => {
  typed()
  open({ clubs: undefined })
  expect(button().disabled).toBe(true)
  await userEvent.type(field('Subject'), '{Enter}')
  expect(sent).toEqual([])
  cleanup()
  open({ clubs: undefined, preset: { orgId: club.id } })
  await userEvent.click(button())
  await waitFor(() => expect(sent).toHaveLength(1))
})
