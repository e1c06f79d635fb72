import { beforeEach, expect, test } from 'vitest'
import { tokenOf, sentStore } from './checkout.ts'
import { forgetDraft, saveDraft, openDraft, readDraft, removePaidLines } from './order-draft.ts'

type Paid = Parameters<typeof removePaidLines>[0]

const row = (memberId: string, orgId: string, membershipConfId: string) => ({ memberId, orgId, membershipConfId })
const paid = (orgId: string, ...memberIds: string[]) =>
  ({ orgId, lines: memberIds.map((memberId) => ({ kind: 'membership', memberId })) }) as Paid
const rowsLeft = () => readDraft<{ form: { rows: object[] } }>().values?.form.rows

beforeEach(() => {
  forgetDraft()
  openDraft('anna')
  saveDraft({
    values: {
      form: {
        rows: [row('anna', 'rowing', 'adult'), row('alma', 'rowing', 'junior'), row('anna', 'tennis', 'senior')],
      },
    },
  })
})

test('paid rows leave the basket, unpaid ones stay with their token', () => {
  const tennis = tokenOf(sentStore('tennis'), 'senior')
  const rowing = tokenOf(sentStore('rowing'), 'four')
  removePaidLines(paid('rowing', 'anna', 'alma'))
  expect(rowsLeft()).toEqual([row('anna', 'tennis', 'senior')])
  expect(tokenOf(sentStore('tennis'), 'senior')).toBe(tennis)
  expect(tokenOf(sentStore('rowing'), 'four')).not.toBe(rowing)
})

test('an order for another family member keeps the club’s other rows', () => {
  removePaidLines(paid('rowing', 'alma'))
  expect(rowsLeft()).toEqual([row('anna', 'rowing', 'adult'), row('anna', 'tennis', 'senior')])
})

test('paying for places at an event keeps the memberships in the basket', () => {
  const rowing = tokenOf(sentStore('rowing'), 'four')
  removePaidLines({ orgId: 'rowing', lines: [{ kind: 'event', memberId: 'anna' }] } as Paid)
  expect(rowsLeft()).toHaveLength(3)
  expect(tokenOf(sentStore('rowing'), 'four')).toBe(rowing)
})

test('removing the last row removes the basket', () => {
  removePaidLines(paid('rowing', 'anna', 'alma'))
  removePaidLines(paid('tennis', 'anna'))
  expect(readDraft().memberId).toBeNull()
  expect(localStorage.getItem('order-draft')).toBeNull()
})
