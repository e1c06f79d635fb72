import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '#web/api/client.ts'
import { loadProblemText } from '#web/api/problem-text.ts'
import { RegistrationProblem } from './registration-problem.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

beforeEach(() => {
  document.body.replaceChildren()
  Element.prototype.scrollIntoView = () => undefined
  Object.defineProperty(window, 'matchMedia', {
    writable: true,
    value: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
  })
})

async function shown(error: ApiProblem | null, onWithoutCoupon = () => undefined as void) {
  if (error) await loadProblemText(error)
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <MantineProvider>
        <RegistrationProblem error={error} priceChanged={null} onWithoutCoupon={onWithoutCoupon} />
      </MantineProvider>,
    ),
  )
  return place
}

test('a used-up code is reported, and can be removed with one click', async () => {
  const without = vi.fn<() => void>()
  const place = await shown(new ApiProblem('coupon_used_up', 409), without)
  expect(place.querySelector('[role=alert]')?.textContent).toContain('Someone else just used this code')
  await act(async () => place.querySelector('button')!.click())
  expect(without).toHaveBeenCalledOnce()
})

test('a place that is gone is reported with its person and without a retry', async () => {
  const place = await shown(new ApiProblem('event_sold_out', 409, { data: { name: 'Alma Holm' } }))
  expect(place.textContent).toContain("Alma Holm: There aren't enough places left.")
  expect(place.textContent).not.toContain('try again')
  expect(place.querySelector('button')).toBeNull()
})

test('a failed request can be retried without paying twice', async () => {
  const place = await shown(new ApiProblem('payment_request_failed', 502))
  expect(place.textContent).toContain("It's safe to try again – you'll only pay once.")
})
