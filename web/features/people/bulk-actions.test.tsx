import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BulkPeople } from '#contract/people/bulk.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ReadOnly } from '#web/api/read-only.ts'
import type { WhichMembers } from '#web/features/memberships/club-members/queries.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { BulkActions } from './bulk-actions.tsx'

const which = { search: '', filter: null, sort: 'name', day: '' } as unknown as WhichMembers
let preview: BulkPeople
let onSale: boolean
/** The answer to a call is lost so many times. */
let lost: number
/** Calls that were sent, without previews. */
let sent: { path: string; body: Record<string, unknown> }[]
const season = { id: 'season', name: 'Senior 2027', startDate: '2027-01-01', endDate: '2027-12-31' }

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  preview = { people: 1, skipped: [{ reason: 'left', count: 1, names: ['Bo Holm'] }] }
  onSale = false
  lost = 0
  sent = []
  vi.stubGlobal('fetch', (url: string | URL, { body }: { readonly body: string }) => {
    const path = String(url).replace(/.*\/office\/|.*\/register\//, '')
    const isRead = /preview|offers/.test(path)
    if (!isRead) sent.push({ path, body: JSON.parse(body) as Record<string, unknown> })
    if (!isRead && lost-- > 0) return Promise.reject(new TypeError('Failed to fetch'))
    const answer = path.endsWith('offers')
      ? { memberships: [{ ...season, onSale }], events: [], hasAccount: false, today: '2026-11-29' }
      : preview
    return Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

async function open(action: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <BulkActions orgId="club" selection={{ ids: ['a', 'b'] }} which={which} sentence={undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('dialog')
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('people leave on a day, and the dialog names who is left out', async () => {
  const dialog = await open('Mark as left')
  expect(dialog.textContent).toContain('Mark 2 people as left')
  await screen.findByText('1 already left: Bo Holm')
  const day = screen.getByLabelText('Left as of')
  fireEvent.change(day, { target: { value: '' } })
  expect(button('Mark as left').disabled).toBe(true)
  fireEvent.change(day, { target: { value: '2026-12-31' } })
  await waitFor(() => expect(button('Mark as left').disabled).toBe(false))
  fireEvent.click(button('Mark as left'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { path: 'leave', body: { leftOn: '2026-12-31', leaveReason: 'other', text: '', ids: ['a', 'b'] } },
  ])
})

test('where it can be done for nobody, it cannot be sent', async () => {
  preview = { people: 0, skipped: [{ reason: 'left', count: 25, names: ['Anna Holm', 'Bo Holm'] }] }
  await open('Mark as left')
  await screen.findByText("It can't be done for anyone you chose.")
  expect(screen.getByText(/25 already left: .*Anna Holm, Bo Holm.*23/)).toBeTruthy()
  expect(button('Mark as left').disabled).toBe(true)
})

test('a free membership needs a season and a reason', async () => {
  await open('Give a free membership')
  const choice = await screen.findByLabelText('Membership')
  fireEvent.click(button('Give a free membership'))
  expect(choice.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
  fireEvent.change(choice, { target: { value: 'season' } })
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Trains the juniors ' } })
  await screen.findByText('1 already left: Bo Holm')
  fireEvent.click(button('Give a free membership'))
  await waitFor(() =>
    expect(sent).toEqual([
      { path: 'grant', body: { membershipConfId: 'season', reason: 'Trains the juniors', ids: ['a', 'b'] } },
    ]),
  )
})

test('only what is on sale can be offered', async () => {
  await open('Offer a membership')
  await screen.findByText('The club has no memberships on sale right now.')
  fireEvent.click(button('Offer a membership'))
  expect(sent).toEqual([])
})

test('an offer that is sent again because its answer was lost has the token of the first', async () => {
  onSale = true
  lost = 1
  await open('Offer a membership')
  fireEvent.change(await screen.findByLabelText('Membership'), { target: { value: 'season' } })
  await screen.findByText('1 already left: Bo Holm')
  fireEvent.click(button('Offer a membership'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(button('Offer a membership').getAttribute('data-loading')).toBeNull())
  fireEvent.click(button('Offer a membership'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]!.body['token']).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(sent[1]).toEqual(sent[0])
})

test('an operator who looks at an office has none of them', () => {
  render(
    <ReadOnly value>
      <MantineProvider env="test">
        <BulkActions orgId="club" selection={{ ids: ['a'] }} which={which} sentence={undefined} />
      </MantineProvider>
    </ReadOnly>,
  )
  expect(screen.queryByRole('button')).toBeNull()
})
