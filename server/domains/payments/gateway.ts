import { asciiEmail } from '#contract/email.ts'
import type { Language } from '#contract/values.ts'
import * as z from 'zod/mini'
import { absentIsNull, ask, GatewayRefused, GatewayUnavailable, guid, read, WindowLinkMissing } from './gateway-call.ts'
import { freepayCards, type CardGateway } from './gateway-cards.ts'

interface LinkRequest {
  readonly amount: number
  readonly currency: string
  readonly orderNumber: string
  readonly acceptUrl: string
  readonly declineUrl: string
  readonly callbackUrl: string
  readonly billingAddress: Record<
    'AddressLine1' | 'AddressLine2' | 'AddressLine3' | 'City' | 'PostCode' | 'Country',
    string
  >
  readonly email: string
  readonly language: Language
  readonly testMode: boolean
  /** The buyer agreed to save the card. */
  readonly saveCard: boolean
}

/** An authorisation as the gateway returns it. Amounts in minor units. */
export interface Authorization {
  readonly authorizationIdentifier: string
  readonly paymentIdentifier: string
  readonly orderNumber: string
  readonly amount: number
  readonly currency: string
  readonly captured: number
  /** Acquirer 255: no money moves. */
  readonly test: boolean
  /** The number of whoever is paid, and by which acquirer; null where the gateway does not say. */
  readonly merchant: string | null
  readonly acquirer: number | null
}

/** Freepay's API. Every call takes an organisation's key and times out after 10 s. */
export interface Gateway extends CardGateway {
  createLink(key: string, request: LinkRequest): Promise<{ paymentIdentifier: string; windowLink: string }>
  /** @returns null if the key has no such authorisation */
  readAuthorization(key: string, authorizationIdentifier: string): Promise<Authorization | null>
  /** Captures the money. @returns false if the gateway says that it did not */
  capture(key: string, authorizationIdentifier: string, amount: number): Promise<boolean>
  /** Voids an authorisation that was not captured. @returns false if there is nothing to void */
  cancel(key: string, authorizationIdentifier: string): Promise<boolean>
  /** Refunds captured money; `comment` is shown in the gateway's own portal. @returns false if it did not */
  credit(key: string, authorizationIdentifier: string, credit: { amount: number; comment: string }): Promise<boolean>
  /**
   * Credits of an authorisation so far, by us or in the gateway's own portal, in minor units.
   * @returns null if the gateway has no such list
   */
  readCredited(key: string, authorizationIdentifier: string): Promise<number | null>
}

const LinkAnswer = z.object({ paymentidentifier: guid, paymentwindowlink: z.nullish(z.string()) })
const AuthorizationAnswer = z.object({
  authorizationidentifier: guid,
  paymentidentifier: guid,
  orderid: z.string(),
  authorizationamount: z.int(),
  currency: z.string(),
  iscaptured: z.optional(z.boolean()),
  captureamount: z.nullish(z.int()),
  totalamountcaptured: z.nullish(z.int()),
  acquirer: z.nullish(z.int()),
  merchantnumber: z.nullish(z.union([z.int(), z.string().check(z.maxLength(40))])),
})
const ResultAnswer = z.object({ issuccess: z.boolean(), gatewaystatuscode: z.nullish(z.int()) })
const CreditAnswer = z.object({ amount: z.int(), issuccess: z.boolean() })

const TEST_ACQUIRER = 255
/** From this code on, something failed on the way to the card's bank, which may have carried out the call. */
const FIRST_FAULT = 17
const languages: Record<Language, string> = { da: 'da-DK', en: 'en-US' }

interface GatewayAddresses {
  /** The service that creates payment windows. */
  readonly gatewayUrl: string
  /** The service for everything else, with its version (`/api/v2`) or without. */
  readonly managementUrl: string
}

/** The address of the service for everything but payment windows, with its version. */
export const managementApi = ({ managementUrl }: Pick<GatewayAddresses, 'managementUrl'>): string =>
  /\/api\/v\d+$/.test(managementUrl) ? managementUrl : `${managementUrl}/api/v2`

/** A client for these addresses. Every call can throw `GatewayUnavailable` or `GatewayRefused`. */
export function freepayGateway({ gatewayUrl, managementUrl }: GatewayAddresses): Gateway {
  const management = managementApi({ managementUrl })
  const authorization = (id: string) => `${management}/authorization/${encodeURIComponent(id)}`
  return {
    ...freepayCards(management),

    async createLink(key, request) {
      const answer = read(LinkAnswer, await ask(key, 'POST', `${gatewayUrl}/api/payment`, linkBody(request)))
      const windowLink = answer.paymentwindowlink ?? ''
      if (!/^https?:$/.test(URL.parse(windowLink)?.protocol ?? '')) throw new WindowLinkMissing('No link in the answer')
      return { paymentIdentifier: answer.paymentidentifier, windowLink }
    },

    async readAuthorization(key, id) {
      const answer = await ask(key, 'GET', authorization(id)).catch(absentIsNull)
      if (answer === null) return null
      const facts = read(AuthorizationAnswer, answer)
      return {
        authorizationIdentifier: facts.authorizationidentifier,
        paymentIdentifier: facts.paymentidentifier,
        orderNumber: facts.orderid,
        amount: facts.authorizationamount,
        currency: facts.currency,
        // Old versions leave the total at 0 and fill only the amount of the last capture.
        captured: facts.totalamountcaptured || (facts.iscaptured ? (facts.captureamount ?? 0) : 0),
        test: facts.acquirer === TEST_ACQUIRER,
        merchant: facts.merchantnumber ? String(facts.merchantnumber) : null,
        acquirer: facts.acquirer ?? null,
      }
    },

    async capture(key, id, amount) {
      return read(ResultAnswer, await ask(key, 'POST', `${authorization(id)}/capture`, { Amount: amount })).issuccess
    },

    async cancel(key, id) {
      return (await ask(key, 'DELETE', authorization(id)).catch(absentIsNull)) !== null
    },

    async credit(key, id, { amount, comment }) {
      const body = { Amount: amount, Comment: comment }
      const answer = read(ResultAnswer, await ask(key, 'POST', `${authorization(id)}/credit`, body))
      if (!answer.issuccess && (answer.gatewaystatuscode ?? 0) >= FIRST_FAULT)
        throw new GatewayUnavailable(`The gateway failed with code ${answer.gatewaystatuscode} as it credited`)
      return answer.issuccess
    },

    async readCredited(key, id) {
      const answer = await ask(key, 'GET', `${authorization(id)}/credit`).catch((error: unknown) => {
        if (error instanceof GatewayRefused && !error.keyRefused) return null
        throw error
      })
      if (!Array.isArray(answer)) return null
      const credits = answer.map((one) => read(CreditAnswer, one))
      return credits.reduce((sum, { amount, issuccess }) => (issuccess ? sum + amount : sum), 0)
    },
  }
}

function linkBody(request: LinkRequest) {
  return {
    Amount: request.amount,
    Currency: request.currency,
    OrderNumber: request.orderNumber,
    CustomerAcceptUrl: request.acceptUrl,
    CustomerDeclineUrl: request.declineUrl,
    ServerCallbackUrl: request.callbackUrl,
    BillingAddress: request.billingAddress,
    CustomerEmail: asciiEmail(request.email),
    EnforceLanguage: languages[request.language],
    // Without RecurringPayment: the renewed amount varies.
    SaveCard: request.saveCard,
    Options: { TestMode: request.testMode },
  }
}
