import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Invitation } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { queryClient } from '#web/api/query-client.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { statusWords } from '../words.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { WaitingInvitations } from './waiting-invitations.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))
afterEach(cleanup)

const request = (id: string, answerBy?: string) =>
  ({ id, inviterName: 'Anna Holm', inviterEmail: null, answerBy }) as Invitation

function shown(...invitations: Invitation[]) {
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <WaitingInvitations member={{} as Member} invitations={invitations} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const text = document.body.textContent
  const buttons = screen.getAllByRole('button').map((one) => one.textContent)
  cleanup()
  return { text, buttons }
}

test('a family request can be approved and declined where it is shown', () => {
  expect(shown(request('1')).buttons).toEqual(['Approve', 'Decline', 'See and answer'])
  expect(shown(request('1'), request('2')).buttons).toEqual(['Approve all', 'Decline all', 'See and answer all'])
})

test('a family request says by when to answer, and several say the first of their days', () => {
  expect(shown(request('1', '2026-12-20')).text).toContain('Answer by 20 December 2026.')
  expect(shown(request('1', '2026-12-20'), request('2', '2026-12-03')).text).toContain('Answer by 3 December 2026.')
  expect(shown(request('1')).text).not.toContain('Answer by')
})

test('who answers reads the whole address that they share', () => {
  const address = {
    AddressLine1: 'Havnegade 12',
    AddressLine2: '2. tv.',
    AddressLine3: 'c/o Holm',
    PostCode: '4000',
    City: 'Roskilde',
    Country: 'Denmark',
  }
  const member = { firstName: 'Bo', lastName: 'Holm', email: 'bo@example.com', phone: '', address } as Member
  const dialog = { opened: true, busy: null, onAnswer: () => undefined, onClose: () => undefined }
  render(
    <MantineProvider env="test">
      <ApprovalDialog {...dialog} member={member} invitations={[request('1')]} />
    </MantineProvider>,
  )
  expect(screen.getByText('Havnegade 12, 2. tv., c/o Holm, 4000 Roskilde, Denmark')).toBeTruthy()
})

test.each([
  [{ answeredAt: '2026-03-02T11:00:00Z' }, 'Ended'],
  [{ answeredAt: null, answerBy: '2026-12-20' }, 'Not answered'],
  [{ answeredAt: null }, 'Withdrawn'],
])('an ended request %j is called %s', (ended, label) =>
  expect(statusWords({ status: 'ended', ...ended }).label).toBe(label),
)
