import { type Country, supportedCountry } from '#contract/members/countries.ts'
import type { Language } from '#contract/values.ts'
import { outgoing } from '#server/telemetry/outgoing.ts'

/** A message in one of the operator's templates registered with WhatsApp, which does not allow free texts. */
export interface WhatsappMessage {
  /** International number, digits only. */
  readonly to: string
  readonly template: string
  readonly language: Language
  /** The values of {{1}}, {{2}} … in the template. */
  readonly parameters: readonly string[]
}

export interface Whatsapp {
  /**
   * Sends one message. Throws `WhatsappRefused`, `WhatsappUnavailable` (it was not sent) or `WhatsappUnknown`.
   * @param id returned in WhatsApp's reports
   */
  send(id: string, message: WhatsappMessage): Promise<void>
}

/** This message will never be accepted: wrong number, template or token. */
export class WhatsappRefused extends Error {
  override readonly name = 'WhatsappRefused'
}

/** Not sent; it can be retried. */
export class WhatsappUnavailable extends Error {
  override readonly name = 'WhatsappUnavailable'
}

/** The connection broke while sending. WhatsApp has no idempotency key, so it must not be repeated. */
export class WhatsappUnknown extends Error {
  override readonly name = 'WhatsappUnknown'
}

const TIMEOUT = 10_000

/** WhatsApp's Cloud API. @param url with version and sender: `https://graph.facebook.com/v23.0/{phone number id}` */
export function createWhatsapp({ url, token }: { url: string; token: string }): Whatsapp {
  return {
    send: (id, message) => outgoing('whatsapp', 'message', () => post({ url, token }, id, message)),
  }
}

async function post(
  { url, token }: { url: string; token: string },
  id: string,
  { to, template, language, parameters }: WhatsappMessage,
): Promise<void> {
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to,
      type: 'template',
      template: {
        name: template,
        language: { code: language },
        components: [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }],
      },
      biz_opaque_callback_data: id,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((cause: unknown) => {
    if (neverSent(cause)) throw new WhatsappUnavailable('WhatsApp does not answer', { cause })
    throw new WhatsappUnknown('WhatsApp broke off', { cause })
  })
  await response.body?.cancel()
  if (response.ok) return
  if (response.status === 429 || response.status >= 500) {
    throw new WhatsappUnavailable(`WhatsApp answered ${response.status}`)
  }
  throw new WhatsappRefused(`WhatsApp answered ${response.status}`)
}

/** Whether the connection was never made. */
function neverSent(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    cause?.code ?? '',
  )
}

const prefixes = { Denmark: '45', Sweden: '46', Norway: '47' } satisfies Record<Country, string>

/**
 * A number in international form, digits only; null if it is invalid. A national number gets the prefix of the
 * person's country.
 */
export function whatsappNumber({ phone, country }: { phone: string; country: string }): string | null {
  const home = supportedCountry(country)
  const international = /^(?:\+|00)([1-9]\d{6,14})$/.exec(phone)?.[1]
  const national = /^0?([1-9]\d{5,11})$/.exec(phone)?.[1]
  return international ?? (home && national ? prefixes[home] + national : null)
}
