import { inject, expect, test } from 'vitest'
import { componentChecks } from './components.ts'
import { startEchoingOutside } from './testing/outside/echoing-outside.ts'
import { freePort } from './testing/outside/free-port.ts'

const { url, issuer, gatewayUrl, managementUrl, smtpUrl } = inject('simulators')
const right = {
  oidc: { issuer, clientId: '', audience: '' },
  freepay: { gatewayUrl, managementUrl },
  mail: { smtpUrl, from: '' },
}
/** Nobody listens there. */
const nowhere = `http://127.0.0.1:${await freePort()}`
const found = async (name: keyof ReturnType<typeof componentChecks>, change: Partial<typeof right> = {}) =>
  componentChecks({ ...right, ...change })[name]()
const at = (change: Partial<typeof right.freepay>) => ({ freepay: { ...right.freepay, ...change } })
const asIssuer = (address: string) => ({ oidc: { ...right.oidc, issuer: address } })

test('the simulators have no faults', async () => {
  for (const name of ['identity', 'gateway', 'management', 'mail'] as const) expect(await found(name), name).toBeNull()
})

test.each([
  ['nobody', `${nowhere}/realms/izy`, /does not answer \(ECONNREFUSED\)/],
  ['another realm', `${url}/realms/other`, /answers 404: correct the address/],
  ['another name for the same', issuer.replace('127.0.0.1', 'localhost'), /calls itself .+: set it to exactly that/],
])('an issuer that is %s is reported', async (_, address, sentence) => {
  const message = await found('identity', asIssuer(address))
  expect(message).toMatch(/^OIDC_ISSUER: /)
  expect(message).toMatch(sentence)
})

test('a wrong or unreachable gateway is reported', async () => {
  expect(await found('management', at({ managementUrl: `${url}/elsewhere/api/v2` }))).toMatch(
    /^FREEPAY_MANAGEMENT_URL: what answers at .+ \(404\) is not the gateway/,
  )
  expect(await found('gateway', at({ gatewayUrl: nowhere }))).toMatch(
    /^FREEPAY_GATEWAY_URL: 127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)/,
  )
  const outside = await startEchoingOutside(url)
  outside.mood = 'echoes 503'
  expect(await found('gateway', at({ gatewayUrl: outside.url }))).toMatch(/the gateway answers 503/)
  outside.close()
})

test('something that is not a mail server is reported, without the password', async () => {
  const message = await found('mail', { mail: { from: '', smtpUrl: 'smtp://portal:hunter2@127.0.0.1:1' } })
  expect(message).toMatch(/^SMTP_URL: 127\.0\.0\.1:1 takes no mail \(ECONNREFUSED\)/)
  expect(message).not.toContain('hunter2')
})
