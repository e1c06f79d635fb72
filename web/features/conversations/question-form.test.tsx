import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#web/api/http-client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { saveMessage, openMessage } from './message-draft.ts'
import { useMessageDraft } from './message-draft.ts'
import { QuestionForm, type Asking } from './question-form.tsx'
import type { Question } from './check-message.ts'

Element.prototype.scrollIntoView = () => undefined

const club = { key: 'ROKLUB', id: '0190a000-0000-7000-8000-000000000001', name: 'Roskilde Fjord Roklub' }
const sent: Question[] = []
let refuse: ApiProblem | null
/** Resolved by the test to let the server respond. */
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
  const draft = useMessageDraft('new', null)
  return (
    <QuestionForm
      clubs={{ complete: true, listed: [club], known: [club], onSearch: () => {}, onUnknown: () => {} }}
      failed={null}
      preset={{}}
      {...asking}
      draft={draft}
      visitor
      carryOver={['name', 'email']}
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

/** The draft's values. */
const typed = () =>
  saveMessage('new', null, {
    values: { name: 'Eva', email: 'eva@example.net', subject: 'Boats', text: 'Is one free?' },
  })

test('while sending, a second click does nothing and the fields are read-only', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = promise
  typed()
  open({ preset: { orgId: club.id } })
  // A second click before the next render.
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

test('each refused file has its message', async () => {
  open({ preset: { orgId: club.id } })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await userEvent.upload(input, [new File(['a'], 'one.txt'), new File(['b'], 'two.txt')], { applyAccept: false })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent.split(':')[0])).toEqual([
    'one.txt',
    'two.txt',
  ])
})

test('a refused question stays and can be edited', async () => {
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

test('clubs that failed to load can be retried', async () => {
  const onRetry = vi.fn()
  open({ clubs: undefined, failed: { text: 'The network does not answer.', retrying: false, onRetry } })
  expect(screen.getByRole('alert').textContent).toContain('The network does not answer.')
  await userEvent.click(screen.getByRole('button', { name: /^Try again|^Retry/ }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a preset club that cannot be asked is ignored', async () => {
  typed()
  open({ preset: { orgId: '0190a000-0000-7000-8000-00000000000f' } })
  expect(field('Club').value).toBe('')
  await userEvent.click(button())
  expect(sent).toEqual([])
  expect(field('Club').getAttribute('aria-invalid')).toBe('true')
})

test('nothing is sent while clubs are loading, unless one is preset', async () => {
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
