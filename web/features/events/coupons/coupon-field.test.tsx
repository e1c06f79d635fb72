import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Coupon } from '#contract/events/coupons.ts'
import type { Quote } from '#contract/orders/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { CouponField, type CouponHandle } from './coupon-field.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const orgId = '0190a000-0000-7000-8000-000000000001'
const eveId = '0190a000-0000-7000-8000-000000000002'
const summer: Coupon = {
  id: '0190a000-0000-7000-8000-000000000003',
  orgId,
  eveId: null,
  code: 'SUMMER-10',
  name: 'Summer',
  percent: 10,
  amount: null,
  categories: null,
  validFrom: null,
  validUntil: '2027-06-30T22:00:00Z',
  left: 3,
}

/** Responses by the last part of the path; each call is recorded. */
let answers: Record<string, { status?: number; body: unknown }>
let calls: string[]
let root: Root
let place: HTMLElement
const refusal = (status: number, code: string) => ({ status, body: { code, status, title: code, type: '' } })

const scrolled = vi.fn<() => void>()

beforeEach(() => {
  scrolled.mockClear()
  Element.prototype.scrollIntoView = scrolled
  overwriteGetLocale(() => 'en')
  calls = []
  answers = {
    'by-type': { body: [summer] },
    apply: { body: { status: 'success', reservedUntil: null, coupon: summer } },
    validate: { body: { valid: true, coupon: summer } },
  }
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const name = new URL(address).pathname.split('/').at(-1)!
    calls.push(name + (init?.body ? ` ${init.body as string}` : ''))
    const { status = 200, body } = answers[name]!
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  // Typed codes are stored for the tab.
  sessionStorage.clear()
})

interface Given {
  readonly begun?: string
  readonly result?: Quote['coupon']
  readonly pending?: boolean
  readonly signedIn?: boolean
  readonly club?: string | null
}

/** The field in a form that it must not submit, as on the registration page. */
async function show({ begun = '', result = null, pending = false, signedIn = true, club = orgId }: Given = {}) {
  const chosen = vi.fn<(code: string) => void>()
  const sent = vi.fn<() => void>()
  const typed = vi.fn<(text: string) => void>()
  const field = createRef<CouponHandle>()
  function Page() {
    const [value, setValue] = useState(begun)
    const onChange = (code: string) => {
      chosen(code)
      setValue(code)
    }
    const of = result && value ? { ...result, code: value } : null
    return (
      <form onSubmit={sent}>
        <CouponField
          ref={field}
          onTyped={typed}
          {...{ orgId: club, eveId, value, onChange, result: of, pending, signedIn }}
        />
        <button>Pay</button>
      </form>
    )
  }
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Page />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  return { chosen, sent, typed, takeTyped: () => act(() => field.current!.takeTyped()) }
}

const input = () => place.querySelector('input')
const button = (name: string) =>
  [...place.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
const click = (name: string) => act(async () => (button(name) ?? expect.fail(`No button '${name}'`)).click())
const settled = (check: () => void) =>
  act(async () => {
    await expect
      .poll(() => {
        check()
        return 'checked'
      })
      .toBe('checked')
  })
const announced = () => [...place.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('')

async function type(text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input()!, text)
    input()!.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const press = (key: string) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    if (input()!.dispatchEvent(event) && key === 'Enter') place.querySelector('form')!.requestSubmit()
  })

test('a typed code is reserved and passed on as the club writes it; Enter does not submit the form', async () => {
  const { chosen, sent } = await show()
  await type(' summer10 ')
  await press('Enter')
  await settled(() => expect(chosen).toHaveBeenCalledExactlyOnceWith('SUMMER-10'))
  expect(calls).toContain('apply {"code":"summer10","eveId":"0190a000-0000-7000-8000-000000000002"}')
  expect(sent).not.toHaveBeenCalled()
  // The remove button has the focus, in place of the field.
  expect(document.activeElement).toBe(button('Remove the code SUMMER-10'))
})

test('a public code is applied with one click and shows its value, expiry and uses left', async () => {
  const { chosen } = await show()
  const name = 'SUMMER-1010% offuntil 1 Jul 2027 · 3 left for youUse this code: Summer'
  await settled(() => expect(button(name)).toBeDefined())
  await click(name)
  await settled(() => expect(chosen).toHaveBeenCalledExactlyOnceWith('SUMMER-10'))
})

test.each([
  [404, 'coupon_not_valid', "This code isn't valid here. Check that you've typed it correctly."],
  [409, 'coupon_used_up', "Someone else just used this code, and it can't be used again. You haven't been charged."],
  [429, 'too_many_requests', 'Too many attempts'],
])('a refusal (%i %s) is shown and announced at the field, and onChange is not called', async (status, code, words) => {
  const { chosen } = await show()
  answers.apply = refusal(status, code)
  await type('WRONG')
  await click('Use code')
  await settled(() => expect(announced()).toContain(words))
  expect(place.querySelector('.mantine-TextInput-error')?.textContent).toContain(words)
  expect([document.activeElement, input()!.getAttribute('aria-invalid')]).toEqual([input(), 'true'])
  expect(chosen).not.toHaveBeenCalled()
  await type('WRONGE')
  expect(announced()).toBe('')
})

test('the discount of the quote is shown beside the remove button', async () => {
  const result = { code: '', name: 'Summer', off: { minor: 5000, currency: 'DKK' }, problem: null }
  const { chosen } = await show({ begun: 'SUMMER-10', result })
  expect(announced()).toBe('SummerThe code SUMMER-10 takes DKK\u00a050.00 off.')
  expect(calls).toEqual(['by-type'])
  await click('Remove the code SUMMER-10')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('')
  expect(announced()).toBe('The code was removed.')
  expect([document.activeElement, input()!.value]).toEqual([input(), ''])
})

test('a valid code that applies to none of the tickets says so', async () => {
  const result = { code: '', name: 'Summer', off: { minor: 0, currency: 'DKK' }, problem: null }
  await show({ begun: 'SUMMER-10', result })
  expect(announced()).toContain('is valid, but not for the tickets')
})

test('a code refused by the quote stays in the field with its reason until it is changed', async () => {
  const result = { code: '', name: '', off: { minor: 0, currency: 'DKK' }, problem: 'coupon_not_valid' as const }
  const { chosen } = await show({ begun: 'OLD', result })
  expect([input()!.value, announced()]).toEqual([
    'OLD',
    "This code isn't valid here. Check that you've typed it correctly.",
  ])
  await type('OLDER')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('')
  expect(announced()).toBe('')
})

test('while a quote is loading the code is being checked; without one, the code is looked up', async () => {
  await show({ begun: 'SUMMER-10', pending: true })
  expect(announced()).toContain('Checking the code')
  expect(calls).toEqual(['by-type'])
  await act(async () => root.unmount())
  root = createRoot(place)
  await show({ begun: 'SUMMER-10' })
  await settled(() => expect(announced()).toContain('Summer'))
  expect(calls).toContain('validate')
})

test('signed out, a code is stored as typed without a request', async () => {
  const { chosen } = await show({ signedIn: false })
  await type('summer10')
  await click('Use code')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('summer10')
  expect(announced()).toContain("when you've signed in")
  expect(calls).toEqual(['by-type'])
})

test('signed out, typed text is reported before it is applied, as the user may sign in at once', async () => {
  const { chosen, typed } = await show({ signedIn: false })
  await type('summer10 ')
  expect(typed).toHaveBeenLastCalledWith('summer10')
  expect(chosen).not.toHaveBeenCalled()
})

test('takeTyped applies the typed code and leaves the focus on the pressed button', async () => {
  const { chosen, takeTyped } = await show()
  await expect(takeTyped(), 'nothing is typed').resolves.toBeNull()
  await type('summer10')
  button('Pay')!.focus()
  await expect(takeTyped()).resolves.toEqual({ code: 'SUMMER-10' })
  expect(chosen).toHaveBeenCalledExactlyOnceWith('SUMMER-10')
  expect([document.activeElement, scrolled.mock.calls.length]).toEqual([button('Pay'), 1])
  await expect(takeTyped(), 'it is used').resolves.toBeNull()
})

test('takeTyped focuses an invalid code and says that nobody is registered yet', async () => {
  const { chosen, takeTyped } = await show()
  answers.apply = refusal(404, 'coupon_not_valid')
  await type('WRONG')
  button('Pay')!.focus()
  await expect(takeTyped()).resolves.toEqual({ code: null })
  expect(announced()).toBe(
    "This code isn't valid here. Check that you've typed it correctly. You're not registered yet. Correct the code, or clear it to continue without one.",
  )
  expect([document.activeElement, chosen.mock.calls]).toEqual([input(), []])
  await type('')
  await expect(takeTyped(), 'cleared it is in nobody’s way').resolves.toBeNull()
})

test('without a club nothing is sent and the reason is shown', async () => {
  await show({ club: null })
  await type('SUMMER-10')
  await click('Use code')
  await settled(() =>
    expect(announced()).toBe('orgId is required for coupon application. Choose a club before the code is used.'),
  )
  expect(calls).toEqual([])
})
