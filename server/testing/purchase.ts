import { inject } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newToken } from '#server/database/new-id.ts'
import type { Club, Person, Season } from './builders.ts'
import { membershipData, type Line } from './selection.ts'
import type { TestApp } from './test-app.ts'

export { membershipData, type Line }

/** @returns the token of the new order */
export async function prepare(
  app: TestApp,
  buyer: Person,
  lines: readonly Line[],
  clientToken = newToken(),
): Promise<string> {
  const { token } = await app.call(
    orders.prepare,
    { token: clientToken, membershipData: membershipData(lines) },
    { as: buyer.token },
  )
  return token
}

export async function handleOf(app: TestApp, buyer: Person, orgId: string): Promise<string> {
  const found = await app.call(
    organisations.activePaymentConfiguration,
    { id: orgId, provider: 'freepay' },
    { as: buyer.token },
  )
  return found.clientSecret
}

/** A client's request to open the window of an order. */
export const paymentRequest = (app: TestApp, token: string, amount: number) => ({
  Amount: amount,
  Currency: 'DKK',
  CustomerAcceptUrl: `${app.url}/ui/membership/confirm?izytoken=${token}`,
})

/** @returns the address of the payment window */
export async function openWindow(
  app: TestApp,
  buyer: Person,
  season: Season,
  token: string,
  amount = season.total,
): Promise<string> {
  const input = { ...paymentRequest(app, token, amount), freepayauthtoken: await handleOf(app, buyer, season.orgId) }
  return (await app.call(orders.openPaymentWindow, input, { as: buyer.token })).paymentWindowLink
}

/**
 * Types a card of the simulated window, by its last four digits, and sends the form.
 * @returns where the browser is sent; null when the window keeps it
 */
export async function payInWindow(link: string, tail: string): Promise<string | null> {
  const form = new URLSearchParams({ cardNumber: `4100 0000 0000 ${tail}`, expiry: '12/49', cvc: '123' })
  return (await fetch(link, { method: 'POST', body: form, redirect: 'manual' })).headers.get('location')
}

/** Opens an address as a browser does, signed in or not, without going on. @returns where it leads */
export async function visit(address: string): Promise<string | null> {
  return (
    await fetch(address, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' } })
  ).headers.get('location')
}

export const stateOf = (app: TestApp, buyer: Person, token: string) =>
  app.call(orders.state, { token }, { as: buyer.token })

/** The whole purchase of one season for oneself with a card that simply works. */
export async function buy(app: TestApp, buyer: Person, club: Club, season = club.season): Promise<string> {
  const token = await prepare(app, buyer, [{ memberId: buyer.memberId, season }])
  const back = await payInWindow(await openWindow(app, buyer, season, token), '0000')
  await visit(back!)
  return token
}

interface Ledger {
  authorizations: { authorizationIdentifier: string; orderNumber: string; amount: number }[]
  captures: { orderNumber: string; amount: number; isSuccess: boolean }[]
  voids: { orderNumber: string }[]
  credits: { orderNumber: string; amount: number; isSuccess: boolean }[]
}

/** The gateway's own books of an order number, not ours. */
export async function ledgerOf(orderNumber: string): Promise<Ledger> {
  const address = `${inject('simulators').url}/simulators/card-gateway/ledger.json?orderNumber=${encodeURIComponent(orderNumber)}`
  return (await (await fetch(address)).json()) as Ledger
}

interface Message {
  subject: string
  text: string
  from: string
  copies: number
  receivedAt: string
  attachments: { fileName: string; contentType: string; size: number; url: string }[]
}

/** This app's mails to an address since the test file began, newest first. Other tests write to the same people. */
export async function mailsTo({ sender, begunAt }: TestApp, address: string): Promise<Message[]> {
  const query = new URLSearchParams({ to: address, from: sender })
  const answer = await fetch(`${inject('simulators').url}/simulators/mailbox/messages.json?${query.toString()}`)
  return ((await answer.json()) as Message[]).filter(({ receivedAt }) => receivedAt >= begunAt)
}
