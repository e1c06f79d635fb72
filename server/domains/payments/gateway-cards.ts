import { cutText } from '#contract/cut-text.ts'
import * as z from 'zod/mini'
import { absentIsNull, ask, guid, read } from './gateway-call.ts'

interface GatewayCard {
  /** `410000XXXXXX0000`. */
  readonly maskedPan: string
  /** `YYMM`. */
  readonly expiry: string
  /** Of the payment that saved it. */
  readonly orderNumber: string
  /** The window that saved it; null if the gateway does not say. */
  readonly paymentIdentifier: string | null
}

interface CardCharge {
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  readonly orderNumber: string
}

/** The result of a charge: an authorisation to capture, or why there is none. */
export type CardAnswer =
  | { readonly authorizationIdentifier: string }
  | { readonly authorizationIdentifier: null; readonly gatewayReason: string; readonly acquirer: string | null }

export interface CardGateway {
  /** @returns null if the key has no such card */
  readCard(key: string, savedCardIdentifier: string): Promise<GatewayCard | null>
  /**
   * Reserves money on a saved card; nothing is taken before it is captured. If the answer is lost, it must not be
   * repeated blindly.
   */
  authorizeCard(key: string, savedCardIdentifier: string, charge: CardCharge): Promise<CardAnswer>
  /** Deletes a card for good; no error if it is gone. */
  deleteCard(key: string, savedCardIdentifier: string): Promise<void>
}

const CardObject = z.object({
  maskedpan: z.string(),
  cardexpirydate: z.string().check(z.regex(/^\d{4}$/)),
  orderid: z.string(),
  paymentidentifier: z.nullish(guid),
})
const ChargeAnswer = z.object({
  issuccess: z.boolean(),
  errorcode: z.nullish(z.int()),
  authorizationidentifier: z.nullish(guid),
  operationresult: z.nullish(z.looseObject({})),
})

/** The part of Freepay's API for saved cards. @param management the base address of its service, with version */
export function freepayCards(management: string): CardGateway {
  const recurring = (id: string) => `${management}/recurring/${encodeURIComponent(id)}`
  return {
    async readCard(key, id) {
      const answer = await ask(key, 'GET', recurring(id)).catch(absentIsNull)
      if (answer === null) return null
      const facts = read(CardObject, answer)
      const window = facts.paymentidentifier
      return {
        maskedPan: facts.maskedpan,
        expiry: facts.cardexpirydate,
        orderNumber: facts.orderid,
        paymentIdentifier: window && !isNone(window) ? window : null,
      }
    },

    async authorizeCard(key, id, { amount, currency, orderNumber }) {
      const body = { Amount: amount, Currency: currency, OrderId: orderNumber }
      const answer = read(ChargeAnswer, await ask(key, 'POST', `${recurring(id)}/authorize`, body))
      const authorizationIdentifier = answer.authorizationidentifier
      if (answer.issuccess && authorizationIdentifier && !isNone(authorizationIdentifier))
        return { authorizationIdentifier }
      const acquirer = answer.operationresult?.['AcquirerName']
      return {
        authorizationIdentifier: null,
        gatewayReason: String(answer.errorcode ?? ''),
        acquirer: typeof acquirer === 'string' ? cutText(acquirer, 80) : null,
      }
    },

    async deleteCard(key, id) {
      await ask(key, 'DELETE', recurring(id)).catch(absentIsNull)
    },
  }
}

/** The gateway writes the zero GUID for none. */
const isNone = (identifier: string): boolean => /^[0-]+$/.test(identifier)
