import { expect, test } from 'vitest'
import type { Invitation } from '#contract/members/family.ts'
import { listedLinks } from './link-order.ts'

const me = 'me@example.com'
const invitation = (id: string, inviteeEmail: string, status: Invitation['status'], inviterEmail = me): Invitation => ({
  id,
  inviterEmail,
  inviterName: inviterEmail,
  inviteeEmail,
  inviteeId: null,
  inviteeName: null,
  familyId: 'family',
  status,
  createdAt: '2026-11-21T12:00:00.000Z',
  answeredAt: null,
  can: { answer: false, end: false },
})

test('pending invitations come first, then links, then the last ended one of each person', () => {
  const all = [
    invitation('7', 'Gone@example.com', 'ended'),
    invitation('6', 'dan@example.com', 'pending'),
    invitation('5', me, 'approved', 'bo@example.com'),
    invitation('4', 'dan@example.com', 'rejected'),
    invitation('3', 'gone@example.com', 'rejected'),
    invitation('2', 'bo@example.com', 'ended'),
    invitation('1', me, 'rejected', 'carla@example.com'),
  ]
  const sent = all.filter(({ inviterEmail }) => inviterEmail === me).map(({ id }) => id)
  const listed = listedLinks(all, sent)
  expect(listed.map((one) => one.invitation.id)).toEqual(['6', '5', '7', '1'])
  expect(listed.map((one) => one.sent)).toEqual([true, false, true, false])
})

test('an ended invitation without the address of the other person is not listed', () => {
  const nobody = { ...invitation('1', me, 'ended', 'x@example.com'), inviterEmail: null }
  expect(listedLinks([nobody], [])).toEqual([])
})
