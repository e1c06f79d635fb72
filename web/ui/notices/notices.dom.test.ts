import { act, render, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotices, notices as shownNotices, showsOn, type Notice } from './notices.ts'
import { createElement } from 'react'
import { NoticeBars, useCountdown } from './notice-bars.tsx'

const notice = (changes: Partial<Notice> = {}): Notice => ({ id: 'a', type: 'info', message: 'Hello', ...changes })

describe('the list of notices', () => {
  it('keeps insertion order', () => {
    const notices = createNotices()
    notices.add(notice({ id: 'a' }))
    notices.add(notice({ id: 'b' }))
    notices.add(notice({ id: 'a', message: 'Changed' }))
    expect(notices.list().map(({ id, message }) => [id, message])).toEqual([
      ['a', 'Changed'],
      ['b', 'Hello'],
    ])
  })

  it('replaces a whole group and keeps the others', () => {
    const notices = createNotices()
    notices.add(notice({ id: 'other' }))
    notices.replaceGroup('address', [notice({ id: 'street' }), notice({ id: 'city' })])
    notices.replaceGroup('address', [notice({ id: 'country' })])
    expect(notices.list().map(({ id, groupId }) => [id, groupId])).toEqual([
      ['other', undefined],
      ['country', 'address'],
    ])
    notices.removeGroup('address')
    expect(notices.list().map(({ id }) => id)).toEqual(['other'])
  })

  it('keeps an equal notice, so that its countdown continues', () => {
    const notices = createNotices()
    const changed = vi.fn()
    notices.replaceGroup('address', [notice({ autoCloseTime: 15 })])
    const [shown] = notices.list()
    notices.subscribe(changed)
    notices.replaceGroup('address', [notice({ autoCloseTime: 15 })])
    expect(notices.list()[0]).toBe(shown)
    expect(changed).not.toHaveBeenCalled()
    notices.replaceGroup('address', [notice({ autoCloseTime: 15, message: 'Something else' })])
    expect(notices.list()[0]).not.toBe(shown)
  })

  it('notifies subscribers until they unsubscribe', () => {
    const notices = createNotices()
    const changed = vi.fn()
    const leave = notices.subscribe(changed)
    notices.add(notice())
    notices.remove('unknown')
    expect(changed).toHaveBeenCalledTimes(1)
    leave()
    notices.clear()
    expect(changed).toHaveBeenCalledTimes(1)
    expect(notices.list()).toEqual([])
  })
})

describe('where a notice shows', () => {
  it.each([
    [{}, true],
    [{ target: [] }, true],
    [{ target: ['memberships'] }, true],
    [{ target: ['events'] }, false],
    [{ exclude: ['memberships'] }, false],
    [{ exclude: ['events'] }, true],
    [{ target: ['memberships'], exclude: ['memberships'] }, false],
  ])('%o on memberships: %s', (lists, expected) => {
    expect(showsOn(notice(lists), 'memberships')).toBe(expected)
  })
})

describe('the countdown', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const pass = (seconds: number) => {
    act(() => {
      vi.advanceTimersByTime(seconds * 1000)
    })
  }

  it('restarts for another notice, also when the first one stays', () => {
    const onEnd = vi.fn()
    const hook = renderHook(({ seconds, of }) => useCountdown(seconds, false, onEnd, of), {
      initialProps: { seconds: 0, of: {} },
    })
    pass(5)
    const next = {}
    hook.rerender({ seconds: 2, of: next })
    expect(hook.result.current).toBe(2)
    pass(1)
    expect(hook.result.current).toBe(1)
    hook.rerender({ seconds: 2, of: {} })
    expect(hook.result.current).toBe(2)
    pass(1)
    pass(1)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  function countdown(seconds: number) {
    const onEnd = vi.fn()
    const hook = renderHook(({ paused }) => useCountdown(seconds, paused, onEnd), { initialProps: { paused: false } })
    return { onEnd, left: () => hook.result.current, pause: (paused: boolean) => hook.rerender({ paused }) }
  }

  it('counts whole seconds and ends once', () => {
    const { onEnd, left } = countdown(3)
    expect(left()).toBe(3)
    pass(1)
    expect(left()).toBe(2)
    for (let second = 0; second < 5; second++) pass(1)
    expect(left()).toBe(0)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it('leaves the space of what it closes until the next page, so that nothing moves', () => {
    shownNotices.add(notice({ autoCloseTime: 2, closable: false, message: 'Soon over' }))
    const bars = (routeName: string) => createElement(NoticeBars, { routeName })
    const page = render(bars('events'))
    pass(1)
    pass(1)
    const [bar] = page.getAllByText('Soon over').map((words) => words.closest('[data-type]'))
    expect(bar?.hasAttribute('data-ended') && bar.hasAttribute('inert')).toBe(true)
    page.rerender(bars('tickets'))
    expect(page.queryByText('Soon over')).toBeNull()
    expect(shownNotices.list()).toEqual([])
  })

  it('stops while paused', () => {
    const { onEnd, left, pause } = countdown(2)
    pass(1)
    pause(true)
    pass(60)
    expect(left()).toBe(1)
    pause(false)
    pass(1)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it('never ends with 0 seconds', () => {
    const { onEnd } = countdown(0)
    pass(3600)
    expect(onEnd).not.toHaveBeenCalled()
  })
})
