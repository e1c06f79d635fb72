import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lineOf, useAddDraft } from './add-draft.ts'

test('a line is sent at the price that is shown: the one that is typed, or the one by the rules', () => {
  const line = { membershipConfId: 'm1', price: '' }
  expect(lineOf(line, 20_000)).toEqual({ membershipConfId: 'm1', price: 20_000 })
  expect(lineOf({ ...line, price: '150,50' }, 20_000)).toEqual({ membershipConfId: 'm1', price: 15_050 })
  expect(lineOf(line)).toEqual({ membershipConfId: 'm1' })
})

test('a page that stays open until the next day is about that day, unless another one was typed', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T20:00:00+01:00') })
  const { result, rerender } = renderHook(() => useAddDraft('club', {}))
  act(() => result.current.change({ way: 'invoice' }))
  const days = () => [result.current.draft.receivedOn, result.current.draft.dueOn]
  expect(days()).toEqual(['2026-11-30', '2026-12-14'])
  vi.setSystemTime(new Date('2026-12-01T08:00:00+01:00'))
  rerender()
  expect(days()).toEqual(['2026-12-01', '2026-12-15'])
  act(() => result.current.change({ receivedOn: '2026-11-27' }))
  expect(days()).toEqual(['2026-11-27', '2026-12-15'])
  vi.useRealTimers()
})
