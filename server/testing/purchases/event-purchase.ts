import { eventPayments } from '#contract/events/payments.ts'
import type { Person } from '../builders.ts'
import type { BuiltEvent } from '../builders/event-builders.ts'
import { handleOf, payInWindow, paymentRequest, prepare, visit, type Line } from '../purchase.ts'
import type { TestApp } from '../test-app.ts'

/** @returns the address of the payment window of an order with tickets */
export async function openTicketWindow(
  app: TestApp,
  buyer: Person,
  event: Pick<BuiltEvent, 'id' | 'orgId'>,
  token: string,
  amount: number,
): Promise<string> {
  const input = {
    ...paymentRequest(app, token, amount),
    eventId: event.id,
    freepayauthtoken: await handleOf(app, buyer, event.orgId),
  }
  return (await app.call(eventPayments.openPaymentWindow, input, { as: buyer.token })).paymentWindowLink
}

/** Buys places with a card that simply works. @returns the token of the order */
export async function buyPlaces(
  app: TestApp,
  buyer: Person,
  event: Pick<BuiltEvent, 'id' | 'orgId'>,
  lines: readonly Line[],
  amount = lines.length * 20_000,
): Promise<string> {
  const token = await prepare(app, buyer, lines)
  const back = await payInWindow(await openTicketWindow(app, buyer, event, token, amount), '0000')
  await visit(back!)
  return token
}
