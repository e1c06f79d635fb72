import { orders } from '#contract/orders/orders.ts'
import { paymentReturns } from '#contract/orders/payment-returns.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { pathOf } from '#contract/endpoint.ts'
import { newToken } from '#server/database/new-id.ts'
import type { Acknowledged } from '#server/testing/invariants/invariants.ts'
import { billing, membershipData } from '#server/testing/selection.ts'
import type { Ledger } from '../../simulators/card-gateway/ledger.ts'
import type { Portal } from '../stack/portal.ts'
import { once, patiently, type Answer } from './browser.ts'
import { contactOf, type Goods, type Person, type Shop } from './world.ts'

/** Notes of a run. */
export interface Notes {
  readonly acknowledged: Acknowledged[]
  /** Errors that no fault explains. */
  readonly wrong: string[]
}

/** Somebody with a browser who buys one selection. Every action is the call of a click, with retries. */
export function openBuyer(portal: Portal, shop: Shop, person: Person, goods: Goods, memberIds: string[], notes: Notes) {
  const clientToken = newToken()
  const data = membershipData(memberIds.map(goods.line), { billing: { ...billing, ...contactOf(shop) } })
  let token: string | undefined
  const links: string[] = []
  const amount = goods.total * memberIds.length

  const call = (path: string, params: Record<string, unknown> = {}) => portal.url + pathOf(path, 'izy', params)
  const heard = (answer: Answer | null): Answer | null => {
    const code = answer?.body?.['code']
    if (code === 'internal') notes.wrong.push(`a call was answered with an error that nobody foresaw`)
    return answer
  }
  const acknowledge = (saw: string) => void (token && notes.acknowledged.push({ token, saw }))

  return {
    get token() {
      return token
    },
    links,

    /** @returns the code of a refusal, or `prepared`; null after the last retry */
    async prepare(patience?: number): Promise<string | null> {
      const json = { token: clientToken, membershipData: data }
      const answer = heard(
        await patiently(call(orders.prepare.path), { method: 'POST', token: person.token, json }, patience),
      )
      if (!answer) return null
      if (answer.status !== 200) return String(answer.body?.['code'])
      const named = answer.body?.['token'] as string
      if (token !== undefined && token !== named) notes.wrong.push('I6: the same client token named two orders')
      token = named
      acknowledge('open')
      return 'prepared'
    },

    /** @returns the code of a refusal, or `linked`; null after the last retry or without an order */
    async openWindow(patience?: number): Promise<string | null> {
      if (!token) return null
      const handle = await patiently(
        call(organisations.activePaymentConfiguration.path, { id: goods.orgId, provider: 'freepay' }),
        { token: person.token },
        patience,
      )
      const request = {
        method: 'POST' as const,
        token: person.token,
        headers: { freepayauthtoken: String(handle?.body?.['clientSecret']) },
        json: {
          Amount: amount,
          Currency: 'DKK',
          CustomerAcceptUrl: `${portal.url}/ui/membership/confirm?izytoken=${token}`,
        },
      }
      const answer = heard(await patiently(call(orders.openPaymentWindow.path), request, patience))
      if (!answer) return null
      if (answer.status !== 200) return String(answer.body?.['code'])
      const link = answer.body?.['paymentWindowLink'] as string
      if (!links.includes(link)) links.push(link)
      acknowledge(link)
      return 'linked'
    },

    /** Enters a card in an open window. @returns where the browser is sent */
    async pay(tail: string, window = links.length - 1): Promise<string | null> {
      const link = links[window]
      if (!link) return null
      const form = { cardNumber: `4100 0000 0000 ${tail}`, expiry: '12/49', cvc: '123' }
      return (await once(link, { method: 'POST', form }))?.location ?? null
    },

    /** Presses the window's Cancel. @returns where the browser is sent */
    async cancel(): Promise<string | null> {
      const link = links.at(-1)
      return link ? ((await once(link, { method: 'POST', form: { action: 'cancel' } }))?.location ?? null) : null
    },

    /** Cancels the order on its page. */
    async cancelOrder(): Promise<void> {
      if (token) heard(await patiently(call(orders.cancel.path, { token }), { method: 'POST', token: person.token }))
    },

    /** The club's treasurer captures or voids the last window's payment in the gateway's own portal. */
    async byHand(what: 'capture' | 'void'): Promise<void> {
      const gateway = `${portal.infrastructure.simulatorsUrl}/simulators/card-gateway`
      const { authorizations = [] } = ((await once(`${gateway}/ledger.json`))?.body ?? {}) as Partial<Ledger>
      const found = authorizations.find((one) => links.at(-1)?.endsWith(one.paymentIdentifier ?? 'none'))
      if (!found || found.testMode) return
      const address = `${gateway}/mw/api/v2/authorization/${found.authorizationIdentifier}`
      const headers = { authorization: shop.club.gatewayKey }
      await (what === 'void'
        ? once(address, { method: 'DELETE', headers })
        : once(`${address}/capture`, { method: 'POST', headers, json: {} }))
    },

    /** Opens an address to which the gateway sent the browser. */
    async visit(address: string): Promise<void> {
      const answer = heard(await patiently(address))
      if (answer && answer.status !== 303) notes.wrong.push(`a return was answered with ${answer.status}`)
    },

    /** Reads the order as the result page does. @returns its status */
    async look(): Promise<string | null> {
      if (!token) return null
      const answer = heard(await patiently(call(orders.state.path, { token }), { token: person.token }))
      const status = answer?.body?.['status']
      if (status === 'paid') acknowledge('paid')
      return typeof status === 'string' ? status : null
    },

    /** The specified capture call, as a step-by-step client makes it for an authorised payment. */
    async capture(): Promise<void> {
      if (!token) return
      const [found] = await portal.sql<{ id: string; authorization: string }>(
        `select p.id, p.authorization_identifier as authorization from payments p join orders o on o.id = p.order_id
         where p.window_link = any($1) and authorization_identifier is not null limit 1`,
        [links],
      )
      if (!found) return
      const handle = await patiently(
        call(organisations.activePaymentConfiguration.path, { id: goods.orgId, provider: 'freepay' }),
        { token: person.token },
      )
      const request = {
        method: 'POST' as const,
        token: person.token,
        headers: { freepayauthtoken: String(handle?.body?.['clientSecret']) },
        json: { membershipHistoryPaymentId: found.id },
      }
      const path = call(orders.capture.path, { authorizationIdentifier: found.authorization })
      const answer = heard(await patiently(path, request))
      if (answer?.body?.['status'] === 'paid') acknowledge('paid')
    },

    /** Somebody who saw the token forges a callback or a return. */
    async forge(kind: 'accepted' | 'declined' | 'return', authorization: string): Promise<void> {
      if (!token) return
      const query = `izytoken=${token}`
      if (kind === 'return') {
        await once(`${portal.url}/ui/membership/decline?${query}&gatewayreason=6&reason=forged`)
        return
      }
      const form = { authorizationIdentifier: authorization, authorizationAccepted: String(kind === 'accepted') }
      await once(`${call(paymentReturns.membershipCallback.path, { orgKey: shop.club.key })}?${query}`, {
        method: 'POST',
        form,
      })
    },
  }
}

export type Buyer = ReturnType<typeof openBuyer>
