import nodemailer from 'nodemailer'
import type { Config } from './config.ts'
import { managementApi } from './domains/payments/index.ts'

/** Checks an external component. @returns what is wrong and what to do, or null */
export type Check = () => Promise<string | null>

/** Checks of the external components, by their names in `/readyz` and `npm run doctor`. They change nothing there. */
export function componentChecks({ oidc, freepay, mail }: Pick<Config, 'oidc' | 'freepay' | 'mail'>) {
  return {
    identity: () => checkIssuer(oidc.issuer),
    gateway: () => checkGateway('FREEPAY_GATEWAY_URL', `${freepay.gatewayUrl}/api/payment`, 'POST'),
    management: () =>
      checkGateway('FREEPAY_MANAGEMENT_URL', `${managementApi(freepay)}/authorization/${NOBODYS}`, 'GET'),
    mail: () => checkMail(mail.smtpUrl),
  } satisfies Record<string, Check>
}

const PATIENCE = 5000
const NOBODYS = '00000000-0000-0000-0000-000000000000'

/** The provider's discovery document must name the configured issuer, and its keys must be readable. */
async function checkIssuer(issuer: string): Promise<string | null> {
  const about = (what: string) => `OIDC_ISSUER: ${what}`
  const discovery = await askJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (typeof discovery === 'string') return about(`${discovery}: correct the address, or ask whoever runs the provider`)
  if (discovery.issuer !== issuer)
    return about(`the provider calls itself ${String(discovery.issuer)}: set it to exactly that`)
  const keys = await askJson(String(discovery.jwks_uri))
  if (typeof keys === 'string') return about(`the provider's keys are not to be had: ${keys}`)
  return null
}

/** @returns the JSON at the address, or what is wrong */
async function askJson(url: string): Promise<Record<string, unknown> | string> {
  if (!URL.canParse(url)) return `'${url}' is no address`
  const response = await ask(url, { headers: { accept: 'application/json' } })
  if (typeof response === 'string') return response
  if (!response.ok) return `${url} answers ${response.status}`
  return response.json().then(
    (answer) => answer as Record<string, unknown>,
    () => `${url} answers with something else than JSON`,
  )
}

/** Without a key the gateway answers 400, 401 or 403; anything else is at the wrong address. */
async function checkGateway(variable: string, url: string, method: 'GET' | 'POST'): Promise<string | null> {
  const body = method === 'POST' ? { body: '{}' } : {}
  const response = await ask(url, { method, headers: { 'content-type': 'application/json' }, ...body })
  if (typeof response === 'string')
    return `${variable}: ${response}: correct the address, or see whether the gateway is down`
  await response.body?.cancel()
  const { status } = response
  if (status >= 500 || status === 429) return `${variable}: the gateway answers ${status}: ask whoever runs it`
  if ([400, 401, 403].includes(status)) return null
  return `${variable}: what answers at ${new URL(url).origin} (${status}) is not the gateway: correct the address`
}

async function ask(url: string, init: RequestInit): Promise<Response | string> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    return `${new URL(url).host} does not answer (${reasonOf(error)})`
  }
}

/** Connects, starts TLS and signs in, without sending a mail. */
async function checkMail(smtpUrl: string): Promise<string | null> {
  const { host } = new URL(smtpUrl)
  const limits = {
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
  }
  const transport = nodemailer.createTransport({ url: smtpUrl, ...limits })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'EAUTH') return `SMTP_URL: ${host} refuses the user or the password: correct them`
    return `SMTP_URL: ${host} takes no mail (${reason}): correct the address, or see whether the mail server is down`
  } finally {
    transport.close()
  }
}

/** The error code, such as ECONNREFUSED; never the message, which may contain what was sent. */
function reasonOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'TimeoutError') return 'no answer within 5 s'
    const { code } = one as NodeJS.ErrnoException
    if (code && code !== 'ESOCKET') return code
    const found = /\b(E[A-Z]{4,}|[A-Z]+_CERT[A-Z_]*|UNABLE_TO_[A-Z_]+)\b/.exec(one.message)?.[1]
    if (found) return found
  }
  return 'the connection failed'
}
