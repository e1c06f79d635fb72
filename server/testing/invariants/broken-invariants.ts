import { inject } from 'vitest'
import type { MailLedger } from '../../../simulators/mailbox/index.ts'
import type { Club } from '../builders.ts'
import { ledgerOfClub } from './club-ledger.ts'
import { violations, type Books } from './invariants.ts'
import type { TestApp } from '../test-app.ts'

/**
 * Runs the jobs, then returns the invariants that are broken for the test's own club; tests expect an empty list. With `unfinished`,
 * payments may still be under way.
 */
export async function brokenInvariants(
  app: TestApp,
  club: Pick<Club, 'id' | 'key'>,
  more: Pick<Books, 'acknowledged' | 'unfinished'> = {},
): Promise<string[]> {
  return violations({ ...(await booksOf(app, club)), ...more })
}

/** The database, and the gateway's and the mailbox's own records of one club. */
export async function booksOf(
  app: Pick<TestApp, 'database'>,
  { id, key }: Pick<Club, 'id' | 'key'>,
  { url } = inject('simulators') as { url: string },
): Promise<Books> {
  const read = async (path: string): Promise<unknown> => (await fetch(`${url}/simulators/${path}`)).json()
  return {
    sql: (text, values) => app.database.sql(text, values),
    orgIds: [id],
    ledger: await ledgerOfClub(url, (text, values) => app.database.sql(text, values), { id, key }),
    mailbox: (await read('mailbox/ledger.json')) as MailLedger,
    whatsapp: (await read('whatsapp/messages.json')) as { callbackData: string | null }[],
  }
}
