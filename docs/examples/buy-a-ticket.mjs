// Signs a member in, buys a ticket with a card, and prints the ticket. Node 20 or newer, nothing else:
//
//   npm start                                   (in a checkout; leave it running)
//   node docs/examples/buy-a-ticket.mjs
//
// An app does the same with a browser where this file fills forms: at signing in and at paying.
import { createHash, randomBytes } from 'node:crypto'

const portal = process.env.PORTAL ?? 'http://localhost:3000'
const issuer = process.env.OIDC_ISSUER ?? `${portal}/realms/izy`
const clientId = 'member-web'
const username = process.env.MEMBER ?? 'anna@example.com'
const card = { cardNumber: '4100 0000 0000 0000', expiry: '12/39', cvc: '123' }

const token = await signIn()
const { member } = await call('POST', '/izy-member-api/api/v1/member/sign-in')
console.log(`Signed in as ${member.firstName} ${member.lastName}`)

const { event, category } = await chooseEvent()
console.log(`${event.title}, ${event.startDate}, ${category.name}`)

const lines = [{ memberId: member.id, eventId: event.id, category: category.category }]
const { total } = await call('POST', '/izy-member-api/api/v1/member/order/quote', { lines })
console.log(`${(total.minor / 100).toFixed(2)} ${total.currency}`)

const order = await prepareOrder()
const paid = await pay(order)
if (paid.status !== 'paid') throw new Error(`The order is ${paid.status}`)
console.log(`Order ${paid.own.number} is paid, receipt ${paid.own.receiptNumber}`)

const ticket = await call('GET', `/izy-event-api/api/v1/ticket/${paid.own.lines[0].event.entryId}/item`)
console.log(`Ticket ${ticket.number} for ${ticket.memberName}: ${ticket.code}`)

/** The authorization code flow with PKCE. @returns an access token */
async function signIn() {
  const provider = await (await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)).json()
  const redirectUri = `${portal}/login-success`
  const verifier = randomBytes(72).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const address = new URL(provider.authorization_endpoint)
  address.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile email phone',
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()

  const back = await fillSignInForm(address, redirectUri)
  if (back.searchParams.get('state') !== state) throw new Error('This answer is to another question')
  const code = back.searchParams.get('code')
  if (!code) throw new Error(`Nobody signed in: ${back.searchParams.get('error')}`)

  const answer = await fetch(provider.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }),
  })
  if (!answer.ok) throw new Error(`No token: ${await answer.text()}`)
  return (await answer.json()).access_token
}

/** Plays a member in a browser at the simulated provider. @returns where the browser is sent in the end */
async function fillSignInForm(address, redirectUri) {
  const cookies = new Map()
  const open = async (url, form) => {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split(/=(.*)/s)
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (!next) return { url, text: await answer.text() }
    const onward = new URL(next, url)
    return onward.href.startsWith(redirectUri) ? { url: onward, text: '' } : open(onward)
  }
  const page = await open(address)
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]
  if (!action) throw new Error(`No sign-in form at ${page.url}`)
  const form = new URLSearchParams({ username, password: process.env.PASSWORD ?? 'demo' })
  return (await open(new URL(action, page.url), form)).url
}

/** The next event that costs something, and a category of it, for which nothing stands in the member's way. */
async function chooseEvent() {
  for (const { id } of await call('GET', '/izy-event-api/api/v1/eve/list?fits=true')) {
    const found = await call('GET', `/izy-event-api/api/v1/eve/${id}/item`)
    const self = found.people.find((person) => person.isCaller)
    const open = self?.choices.find(({ gates, price }) => gates.length === 0 && price.minor > 0)
    if (open) return { event: found, category: found.categories.find((one) => one.category === open.category) }
  }
  throw new Error('There is no event to register for')
}

/** The token is made here, before the call: sent again after a lost answer, it leads to the same order. */
async function prepareOrder() {
  const { address } = member
  const selection = {
    lines,
    gdprAgreement: true,
    billing: {
      name: `${member.firstName} ${member.lastName}`,
      email: member.email,
      phone: member.phone,
      addressLine1: address.AddressLine1,
      addressLine2: address.AddressLine2,
      addressLine3: address.AddressLine3,
      postCode: address.PostCode,
      city: address.City,
      country: address.Country,
    },
  }
  const body = {
    token: [...randomBytes(40)].map((byte) => 'abcdefghijklmnopqrstuvwxyz012345'[byte % 32]).join(''),
    membershipData: Buffer.from(JSON.stringify(selection)).toString('base64'),
  }
  return (await call('POST', '/izy-member-api/api/v1/member/payment-prepare', body)).token
}

/** Opens the payment window, pays in it, and waits until the portal knows. */
async function pay(orderToken) {
  const { clientSecret } = await call('GET', `/izy-org-api/api/v1/org/${event.orgId}/config/payment/freepay/active`)
  const request = {
    Amount: total.minor,
    Currency: total.currency,
    CustomerAcceptUrl: `${portal}/ui/${event.orgKey}/events/${event.id}/confirm?izytoken=${orderToken}`,
    CustomerDeclineUrl: `${portal}/ui/${event.orgKey}/events/${event.id}/decline?izytoken=${orderToken}`,
  }
  const { paymentWindowLink } = await call(
    'POST',
    `/izy-event-api/api/v1/payment/freepay/link?eventId=${event.id}`,
    request,
    { FreepayAuthToken: clientSecret },
  )
  // An app opens this address in a browser; the gateway sends that browser on to one of the two addresses above.
  const sent = await fetch(paymentWindowLink, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
  const back = sent.headers.get('location')
  if (back) await fetch(back, { redirect: 'manual' })

  for (let seconds = 0; seconds < 60; seconds++) {
    const state = await stateOf(orderToken)
    if (state.status !== 'open') return state
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('The payment is not confirmed yet: ask for the order again later')
}

function stateOf(orderToken) {
  return call('GET', `/izy-member-api/api/v1/member/order/${orderToken}`)
}

/** One call. A refusal says its code, by which an app tells one from another. */
async function call(method, path, body, headers = {}) {
  const answer = await fetch(portal + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    signal: AbortSignal.timeout(10_000),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (answer.ok) return answer.status === 204 ? null : answer.json()
  const problem = await answer.json()
  throw new Error(`${method} ${path}: ${problem.status} ${problem.code}: ${problem.title}`)
}
