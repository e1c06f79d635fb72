import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from '../../simulators/card-gateway/ledger.ts'
import { payments } from '#contract/payments.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { UnresolvedPayment } from '#contract/payments.ts'
import type { MailLedger } from '../../simulators/mailbox/index.ts'
import type { Books } from '#server/testing/invariants.ts'
import { patiently } from '../purchase/browser.ts'
import { contactOf, OFFICE, tokenOf, type Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'
import { idle, pass, passForJobs, runByTheClock } from '../stack/portal-time.ts'

/** After faults stopped, whatever is still unresolved when so many minutes have passed is a fault of the portal. */
const MINUTES = 5

/** Lets the portal come to an end by itself, five minutes of its time, and then its retries that wait for longer. */
export async function heal(portal: Portal, shops: readonly Shop[]): Promise<void> {
  await callbacksEnded(portal, shops)
  for (let minute = 0; minute < MINUTES; minute++) {
    await pass(portal, 1)
    await runByTheClock(portal)
    await idle(portal)
    if (minute > 0 && (await unresolved(portal)) === 0) break
  }
  if ((await unresolved(portal)) > 0) return
  // Mails were perhaps refused for so long that the next try is hours away.
  for (let hour = 0; hour < 12 && (await waiting(portal)) > 0; hour++) {
    await passForJobs(portal, 60)
    await portal.sql(`select graphile_worker.add_job('orders.expire', job_key => 'orders.expire')`)
    await idle(portal)
  }
}

/** A payment that nobody came back from waits for the office: it looks into the gateway's books and says what it found. */
export async function askTheOffice(portal: Portal, shops: readonly Shop[]): Promise<string[]> {
  await pass(portal, 16)
  const token = await tokenOf(portal, OFFICE)
  const wrong: string[] = []
  for (const shop of shops) {
    const call = async (path: string, params: Record<string, unknown>, json?: unknown) =>
      patiently(portal.url + pathOf(path, 'izy', { orgId: shop.club.id, ...params }), {
        token,
        ...(json === undefined ? {} : { method: 'POST', json }),
      })
    const listed = (await call(payments.unresolved.path, {}))?.body as { payments: UnresolvedPayment[] } | null
    const end = async (endpoint: typeof payments.resume | typeof payments.close, paymentId: string, json: object) => {
      const done = await call(endpoint.path, { paymentId }, json)
      if (done?.status !== 200)
        wrong.push(`I7: the office cannot end payment ${paymentId}: ${JSON.stringify(done?.body)}`)
    }
    const { authorizations, captures } = await ledgerOf(portal, shop)
    const attempts = await portal.sql<{ id: string; window: string; status: string; paid: boolean }>(
      `select p.id, payment_identifier as window, p.status, o.status in ('paid', 'refunded') as paid
       from payments p join orders o on o.id = p.order_id where p.org_id = $1 and payment_identifier is not null`,
      [shop.club.id],
    )
    for (const { id, window, status, paid } of attempts) {
      if (status !== 'linked' && status !== 'declined') continue
      if (status === 'linked' && !paid && !listed?.payments.some(({ paymentId }) => paymentId === id))
        wrong.push(`I7: the window of payment ${id} is left, and the office does not see it`)
      const found = authorizations.find((one) => one.paymentIdentifier === window && !one.voidedAt)
      const { authorizationIdentifier } = found ?? {}
      if (captures.some((one) => one.isSuccess && one.authorizationIdentifier === authorizationIdentifier)) continue
      if (authorizationIdentifier) await end(payments.resume, id, { authorizationIdentifier })
      else if (status === 'linked') await end(payments.close, id, {})
    }
  }
  await heal(portal, shops)
  return wrong
}

/** The database, and what the gateway, the mailbox and WhatsApp know of these clubs. */
export async function booksOf(portal: Portal, shops: readonly Shop[]): Promise<Books> {
  const ledgers = await Promise.all(shops.map((shop) => ledgerOf(portal, shop)))
  const contacts = shops.map(contactOf)
  const whatsapp = await Promise.all(
    contacts.map(({ phone }) => read(portal, `whatsapp/messages.json?to=${encodeURIComponent(phone)}`)),
  )
  return {
    sql: portal.sql,
    orgIds: shops.map(({ club }) => club.id),
    ledger: ledgers.reduce((one, other) => ({
      links: [...one.links, ...other.links],
      authorizations: [...one.authorizations, ...other.authorizations],
      declines: [...one.declines, ...other.declines],
      captures: [...one.captures, ...other.captures],
      voids: [...one.voids, ...other.voids],
      credits: [...one.credits, ...other.credits],
      savedCards: [...one.savedCards, ...other.savedCards],
      callbacks: [...one.callbacks, ...other.callbacks],
    })),
    mailbox: (await read(portal, 'mailbox/ledger.json')) as MailLedger,
    whatsapp: whatsapp.flat() as { callbackData: string | null }[],
    ownMails: (receiver) => contacts.some(({ email }) => email === receiver),
  }
}

const read = async ({ ground }: Portal, path: string): Promise<unknown> =>
  (await fetch(`${ground.simulatorsUrl}/simulators/${path}`)).json()

const ledgerOf = async (portal: Portal, { club }: Shop) =>
  (await read(portal, `card-gateway/ledger.json?orderNumber=${club.key.slice(0, 5)}-M-*`)) as Ledger

/** Resolves when the gateway has nothing more to say. */
async function callbacksEnded(portal: Portal, shops: readonly Shop[]): Promise<void> {
  for (const until = Date.now() + 15_000; Date.now() < until; await wait(50)) {
    const ledgers = await Promise.all(shops.map((shop) => ledgerOf(portal, shop)))
    if (ledgers.every(({ callbacks }) => callbacks.every(({ state }) => state !== 'pending'))) return
  }
  throw new Error('The gateway does not end its callbacks')
}

async function unresolved({ sql }: Portal): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `select (select count(*) from payments where status in ('created', 'linking', 'authorised', 'capturing', 'unknown'))::int
       + (select count(*) from refunds where status = 'requested')::int
       + (select count(*) from orders where status in ('open', 'declined') and reserved_until < portal_now())::int as count`,
  )
  return row!.count
}

async function waiting({ sql }: Portal): Promise<number> {
  const [row] = await sql<{ count: number }>('select count(*)::int as count from graphile_worker._private_jobs')
  return row!.count
}
