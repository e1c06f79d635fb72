import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { CouponForm } from './coupon-form.tsx'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  overwriteGetLocale(() => 'en')
})
afterEach(cleanup)

const camp = { id: 'camp', title: 'Camp', over: false, categories: [{ key: 'adult', name: 'Adult' }] }
const Page = () => <CouponForm orgId="club" coupon={null} events={[camp]} eventId={undefined} onDone={() => {}} />

test('whoever chooses the event of a code stays at its field, with what else is typed', async () => {
  drawPage(Page)
  const code = await screen.findByLabelText<HTMLInputElement>(/^Code/)
  fireEvent.change(code, { target: { value: 'SUMMER' } })
  const event = screen.getByRole<HTMLInputElement>('combobox', { name: 'Event' })
  event.focus()
  fireEvent.click(event)
  fireEvent.click(await screen.findByRole('option', { name: 'Camp' }))
  await screen.findByLabelText('Adult')
  expect(document.activeElement).toBe(event)
  expect([event.value, code.isConnected && code.value]).toEqual(['Camp', 'SUMMER'])
})
