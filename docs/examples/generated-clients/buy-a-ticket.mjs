// @ts-check
// Buys a ticket with a client whose types are made from a portal's description:
//
//   npm install openapi-typescript@7.13.0 openapi-fetch@0.17.0
//   npx openapi-typescript "$PORTAL/openapi.json" --output portal.d.ts
//   PORTAL=… TOKEN=… node buy-a-ticket.mjs       (TOKEN: an access token; ../buy-a-ticket.mjs signs in)
import { randomBytes } from 'node:crypto'
import createClient from 'openapi-fetch'

const { PORTAL: portal = 'http://localhost:3000', TOKEN: token } = process.env
/** @type {import('openapi-fetch').Client<import('./portal.d.ts').paths>} */
const client = createClient({ baseUrl: portal, headers: { authorization: `Bearer ${token}` } })

/**
 * @template T
 * @param {{ data?: T, error?: unknown }} answer
 * @returns {NonNullable<T>}
 */
function answered({ data, error }) {
  if (data === undefined || data === null) throw new Error(JSON.stringify(error))
  return data
}

const { member } = answered(await client.POST('/izy-member-api/api/v1/member/sign-in'))
const [first] = answered(
  await client.GET('/izy-event-api/api/v1/eve/list', { params: { query: { fits: 'true', limit: 1 } } }),
)
if (!first) throw new Error('There is no event to register for')
const event = answered(
  await client.GET('/izy-event-api/api/v1/eve/{eventId}/item', { params: { path: { eventId: first.id } } }),
)
const category = event.categories[0]?.category ?? ''
const lines = [{ memberId: member.id, eventId: event.id, category }]
const { total } = answered(await client.POST('/izy-member-api/api/v1/member/order/quote', { body: { lines } }))

const billing = {
  name: `${member.firstName} ${member.lastName}`,
  email: member.email,
  phone: member.phone,
  addressLine1: 'Algade 1',
  addressLine2: '',
  addressLine3: '',
  postCode: '4000',
  city: 'Roskilde',
  country: 'Denmark',
}
const order = answered(
  await client.POST('/izy-member-api/api/v1/member/payment-prepare', {
    body: {
      token: randomBytes(20).toString('hex'),
      membershipData: Buffer.from(JSON.stringify({ lines, gdprAgreement: true, billing })).toString('base64'),
    },
  }),
)
const { clientSecret } = answered(
  await client.GET('/izy-org-api/api/v1/org/{id}/config/payment/{provider}/active', {
    params: { path: { id: event.orgId, provider: 'freepay' } },
  }),
)
const { paymentWindowLink } = answered(
  await client.POST('/izy-event-api/api/v1/payment/freepay/link', {
    params: { query: { eventId: event.id }, header: { freepayauthtoken: clientSecret ?? '' } },
    body: {
      Amount: total.minor,
      Currency: total.currency,
      CustomerAcceptUrl: `${portal}/ui/${event.orgKey}/events/${event.id}/confirm?izytoken=${order.token}`,
    },
  }),
)
// Plays a member in a browser at the simulated gateway.
const card = { cardNumber: '4100 0000 0000 0000', expiry: '12/39', cvc: '123' }
const paid = await fetch(paymentWindowLink, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' })

for (let second = 0; second < 30; second++) {
  const { status, own } = answered(
    await client.GET('/izy-member-api/api/v1/member/order/{token}', { params: { path: { token: order.token } } }),
  )
  const entryId = own?.lines[0]?.event?.entryId
  if (status === 'paid' && entryId) {
    const ticket = answered(
      await client.GET('/izy-event-api/api/v1/ticket/{entryId}/item', { params: { path: { entryId } } }),
    )
    console.log(`Ticket ${ticket.number} for ${ticket.memberName}`)
    process.exit(0)
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
throw new Error('The payment is not confirmed yet')
