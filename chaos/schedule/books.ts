import { joined, ledgerOfClub } from '#server/testing/invariants/club-ledger.ts'
import type { Books } from '#server/testing/invariants/invariants.ts'
import type { MailLedger } from '../../simulators/mailbox/index.ts'
import { contactOf, type Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'

/** The database, and the records of gateway, mailbox and WhatsApp for these clubs. */
export async function booksOf(portal: Portal, shops: readonly Shop[]): Promise<Books> {
  const ledgers = await Promise.all(shops.map((shop) => ledgerOf(portal, shop)))
  const contacts = shops.map(contactOf)
  const whatsapp = await Promise.all(
    contacts.map(({ phone }) => read(portal, `whatsapp/messages.json?to=${encodeURIComponent(phone)}`)),
  )
  return {
    sql: portal.sql,
    orgIds: shops.map(({ club }) => club.id),
    ledger: ledgers.reduce(joined),
    mailbox: (await read(portal, 'mailbox/ledger.json')) as MailLedger,
    whatsapp: whatsapp.flat() as { callbackData: string | null }[],
    ownMails: (receiver) => contacts.some(({ email }) => email === receiver),
  }
}

const read = async ({ infrastructure }: Portal, path: string): Promise<unknown> =>
  (await fetch(`${infrastructure.simulatorsUrl}/simulators/${path}`)).json()

export const ledgerOf = (portal: Portal, { club }: Shop) =>
  ledgerOfClub(portal.infrastructure.simulatorsUrl, portal.sql, club)
