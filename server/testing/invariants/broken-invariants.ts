import { inject } from 'vitest'
import type { MailLedger } from '../../../simulators/mailbox/index.ts'
import type { Club } from '../builders.ts'
import { ledgerOfClub } from './club-ledger.ts'
import { violations, type Books } from './invariants.ts'
import type { TestApp } from '../test-app.ts'

/**
 * Which invariants do not hold for a club of the test's own, after its jobs ran; an empty list is what a test expects.
 * With `unfinished`, while payments are still under way.
 */
export async function brokenInvariants(
  app: TestApp,
  club: Pick<Club, 'id' | 'key'>,
  more: Pick<Books, 'acknowledged' | 'unfinished'> = {},
): Promise<string[]> {
  return violations({ ...(await booksOf(app, club)), ...more })
}

/** The database, and what the gateway and the mailbox themselves know of one club. */
export async function booksOf(app: TestApp, { id, key }: Pick<Club, 'id' | 'key'>): Promise<Books> {
  const { url } = inject('simulators')
  const read = async (path: string): Promise<unknown> => (await fetch(`${url}/simulators/${path}`)).json()
  return {
    sql: (text, values) => app.database.sql(text, values),
    orgIds: [id],
    ledger: await ledgerOfClub(url, (text, values) => app.database.sql(text, values), { id, key }),
    mailbox: (await read('mailbox/ledger.json')) as MailLedger,
    whatsapp: (await read('whatsapp/messages.json')) as { callbackData: string | null }[],
  }
}
