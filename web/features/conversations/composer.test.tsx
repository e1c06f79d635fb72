import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, render, cleanup, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiProblem } from '#web/api/http-client.ts'
import { Toasts } from '#web/ui/toasts/toast.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { Composer, type OutgoingMessage } from './composer.tsx'
import { saveMessage } from './message-draft.ts'
import type { FileCalls } from './queries.ts'

const id = '0190a000-0000-7000-8000-000000000001'
const sent: OutgoingMessage[] = []
const detached: string[] = []
let refuseFile: ApiProblem | null
let refuse: ApiProblem | null
/** Resolved by the test to let the server respond. */
let answer: Promise<void>
const files: FileCalls = {
  attach: async (blob, name) => {
    if (refuseFile) throw refuseFile
    return { id, name, contentType: 'text/plain', bytes: blob.size }
  },
  detach: async (attachmentId) => detached.push(attachmentId),
}

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  localStorage.clear()
  sent.length = 0
  detached.length = 0
  refuseFile = null
  refuse = null
  answer = Promise.resolve()
})
afterEach(cleanup)

const There = ({ place, label }: { place: string; label: string }) => (
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <Composer
        place={place}
        memberId="anna"
        label={label}
        files={files}
        onSend={async (message) => {
          sent.push(message)
          await answer
          if (refuse) throw refuse
        }}
      />
    </QueryClientProvider>
  </MantineProvider>
)
function open() {
  cleanup()
  render(<There place="thread:1" label="Write to the club" />)
  return field()
}
/** Makes the server wait until the returned function is called. */
function slowly() {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = promise
  return resolve
}
const field = (label = 'Write to the club') =>
  screen.getAllByLabelText<HTMLTextAreaElement>(label).find(({ tagName }) => tagName === 'TEXTAREA')!
const sendButton = () => screen.getAllByText('Send')[0]!.closest('button')!
const press = () => userEvent.click(sendButton())

test('a draft survives a reload and is cleared when sent with the keyboard', async () => {
  await userEvent.type(open(), 'Is the boat free?{Enter}On Sunday.')
  expect(open().value).toBe('Is the boat free?\nOn Sunday.')
  await userEvent.type(field(), '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(field().value).toBe(''))
  expect(sent.map(({ text }) => text)).toEqual(['Is the boat free?\nOn Sunday.'])
  expect(document.activeElement).toBe(field())
  expect(open().value).toBe('')
})

test('a retry has the same token, a changed message a new one', async () => {
  refuse = new ApiProblem('offline', 0)
  await userEvent.type(open(), 'Hello')
  await press()
  await screen.findByRole('alert')
  // A reload between the attempts changes nothing.
  open()
  await press()
  await screen.findByRole('alert')
  await userEvent.type(field(), '!')
  await press()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[1]!.token).toBe(sent[0]!.token)
  expect(sent[2]!.token).not.toBe(sent[0]!.token)
  expect(field().value).toBe('Hello!')
})

test('while sending, a second click does nothing and new text stays', async () => {
  const arrive = slowly()
  await userEvent.type(open(), 'Is one free?')
  await userEvent.dblClick(sendButton())
  await userEvent.type(field(), ' On Sunday.{Control>}{Enter}{/Control}')
  await press()
  expect(sent.map(({ text }) => text)).toEqual(['Is one free?'])
  arrive()
  await waitFor(() => expect(field().value).toBe('On Sunday.'))
  expect(open().value).toBe('On Sunday.')
  await press()
  await waitFor(() => expect(field().value).toBe(''))
  expect(sent.map(({ text }) => text)).toEqual(['Is one free?', 'On Sunday.'])
})

test('text edited while sending is not lost', async () => {
  const arrive = slowly()
  await userEvent.type(open(), 'Is one free?')
  await press()
  await userEvent.clear(field())
  await userEvent.type(field(), 'Is any free?')
  arrive()
  await waitFor(() => expect(sendButton().hasAttribute('data-loading')).toBe(false))
  expect(field().value).toBe('Is any free?')
})

test('two fields of one place are in sync, also between tabs', async () => {
  open()
  render(<There place="thread:1" label="Beside" />)
  await userEvent.type(field(), 'Hello')
  expect(field('Beside').value).toBe('Hello')
  await press()
  await waitFor(() => expect(field('Beside').value).toBe(''))
  saveMessage('thread:1', 'anna', { values: { text: 'From another tab' } })
  dispatchEvent(new StorageEvent('storage', { key: 'message-drafts' }))
  await waitFor(() => expect(field().value).toBe('From another tab'))
})

test('after leaving the page, a failure shows a toast and the draft stays', async () => {
  const arrive = slowly()
  await userEvent.type(open(), 'Hello')
  await press()
  cleanup()
  refuse = new ApiProblem('offline', 0)
  render(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  )
  arrive()
  expect((await screen.findByRole('alert')).textContent).toMatch(/Your message wasn't sent/)
  expect(open().value).toBe('Hello')
})

test('an empty message shows an error', async () => {
  await userEvent.type(open(), '   ')
  await press()
  expect(sent).toEqual([])
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toMatch(/\w/)
})

test('files are sent with the message; if the server has lost one, all are removed', async () => {
  open()
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await userEvent.upload(chooser, new File(['notes'], 'notes.txt', { type: 'text/plain' }))
  await screen.findByText('notes.txt')
  await userEvent.type(field(), 'With notes')
  refuse = new ApiProblem('attachment_not_found', 404)
  await press()
  await screen.findByRole('alert')
  expect(sent[0]).toMatchObject({ text: 'With notes', attachmentIds: [id] })
  expect(screen.queryByText('notes.txt')).toBeNull()
  expect(detached).toEqual([id])
  refuse = null
  await press()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.attachmentIds).toEqual([])
})

test('the limit on unsent files of other messages has its own error text', async () => {
  refuseFile = new ApiProblem('too_many_attachments', 422)
  open()
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await userEvent.upload(chooser, new File(['notes'], 'notes.txt', { type: 'text/plain' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^notes\.txt: .*other messages/)
})

test('the field is described by its hint', () => {
  const hint = document.getElementById(open().getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/Ctrl/)
})
