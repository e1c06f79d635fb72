import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buy, membershipData } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { selectLastOrder } from './prepare-renewal.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

test('the billing address comes from the last purchase that has one, not from a free ticket', async () => {
  const anna = await signedIn(app, 'anna@example.com')
  const club = await buildClub(app)
  const lastOne = () => selectLastOrder(app.context.db, anna.memberId, club.id)
  const takeFreeTicket = async () => {
    const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
    const billing = { name: 'Anna Holm', email: 'anna@example.com', phone: '+4520112233' }
    const data = membershipData([{ memberId: anna.memberId, event }], { billing })
    await app.call(orders.prepare, { token: newToken(), membershipData: data }, { as: anna.token })
  }
  expect(await lastOne()).toBeNull()
  await takeFreeTicket()
  expect(await lastOne()).toMatchObject({ kinds: ['event'], billing: { addressLine1: '' } })
  await buy(app, anna, club)
  await takeFreeTicket()
  expect(await lastOne()).toMatchObject({ kinds: ['membership'], billing: { addressLine1: 'Havnevej 1' } })
})
