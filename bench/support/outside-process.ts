// The portal's external components as one light process, so that the benchmark measures the portal: a sign-in provider's
// published key, a card gateway with its ledger in memory, and a mail server that accepts everything.
import { randomUUID } from 'node:crypto'
import { Agent, createServer, request as send, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { readHosts, really } from './hosts.ts'

/** The process's arguments. */
interface Parameters {
  readonly port: number
  readonly smtpPort: number
  readonly issuer: string
  /** The public key that tokens are signed with. */
  readonly jwk: object
}

interface Payment {
  readonly paymentIdentifier: string
  readonly authorizationIdentifier: string
  readonly link: Record<'Amount' | 'Currency' | 'OrderNumber' | 'CustomerAcceptUrl' | 'ServerCallbackUrl', string>
  captured: number
}

const { port, smtpPort, issuer, jwk } = JSON.parse(process.argv[2]!) as Parameters
const hosts = readHosts()
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
/** Attempts of a callback and the milliseconds between them, shorter than a real gateway's. */
const TRIES = 20
const REPEAT = 1000

const windows = new Map<string, Payment>()
const authorizations = new Map<string, Payment>()
/** Callbacks that were answered 5xx and repeated. */
let refused = 0

/** Every route by its method and the first steps of its path. */
const routes: Record<string, (id: string, body: string) => unknown> = {
  'GET .well-known': () => ({ issuer, jwks_uri: `${issuer}/jwks` }),
  'GET jwks': () => ({ keys: [jwk] }),
  'GET refused': () => ({ refused }),
  'POST payment': (_, body) => openWindow(JSON.parse(body) as Payment['link']),
  'POST window': authorise,
  'GET authorization': (id) => shown(authorizations.get(id)),
  'POST authorization': (id, body) => capture(authorizations.get(id), (JSON.parse(body) as { Amount: number }).Amount),
  'DELETE authorization': (id) => (authorizations.delete(id) ? {} : undefined),
}

function openWindow(link: Payment['link']) {
  const paymentIdentifier = randomUUID()
  windows.set(paymentIdentifier, { paymentIdentifier, authorizationIdentifier: randomUUID(), link, captured: 0 })
  return { paymentIdentifier, paymentWindowLink: `http://127.0.0.1:${port}/window/${paymentIdentifier}` }
}

/** Accepts the card. Answers after the callback, so that the buyer knows how long settling took. */
async function authorise(paymentIdentifier: string) {
  const payment = windows.get(paymentIdentifier)
  if (!payment) return undefined
  const { link, authorizationIdentifier } = payment
  authorizations.set(authorizationIdentifier, payment)
  const words = new URLSearchParams({ paymentIdentifier, authorizationIdentifier, authorizationAccepted: 'True' })
  for (let tries = 0; tries < TRIES; tries++) {
    const status = await post(link.ServerCallbackUrl, words.toString())
    if (status < 300) return {}
    console.error(`A callback was answered ${status}`)
    refused++
    await wait(REPEAT)
  }
  return undefined
}

function post(address: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
    const call = send(really(hosts, address), { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(body)
  })
}

function capture(payment: Payment | undefined, amount: number) {
  if (!payment) return undefined
  const success = payment.captured === 0 && amount === Number(payment.link.Amount)
  if (success) payment.captured = amount
  return { IsSuccess: success, GatewayStatusCode: success ? 0 : 17, Identifier: randomUUID() }
}

const shown = (payment: Payment | undefined) =>
  payment && {
    AuthorizationIdentifier: payment.authorizationIdentifier,
    PaymentIdentifier: payment.paymentIdentifier,
    OrderID: payment.link.OrderNumber,
    AuthorizationAmount: payment.link.Amount,
    Currency: payment.link.Currency,
    TotalAmountCaptured: payment.captured,
    IsCaptured: payment.captured > 0,
    Acquirer: 1,
  }

const textOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part as string
  return text
}

createServer((request, response) => {
  void (async () => {
    const [first = '', id = ''] = (request.url ?? '').replace(/^\/(api\/(v2\/)?)?/, '').split('/')
    const body = await textOf(request)
    const answer = await routes[`${request.method} ${first}`]?.(id, body)
    const text = JSON.stringify(answer ?? { Message: 'No matching authorization found' })
    response.writeHead(answer === undefined ? 406 : 200, { 'content-type': 'application/json' }).end(text)
  })()
}).listen(port, '127.0.0.1')

const mailbox = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  // A hanging receiver: no answer.
  onRcptTo({ address }, _session, done) {
    if (!address.includes('@hangs')) done()
  },
  onData(stream, _session, done) {
    stream.resume().on('end', () => done())
  },
})
// A worker that ends in the middle of a mail resets its connection.
mailbox.on('error', () => {})
mailbox.listen(smtpPort, '127.0.0.1')
