/**
 * npm run gateway-key -- ROKLUB [--test | --live [--end-tests]]: stores a club's card gateway key, encrypted. The key is read from standard
 * input, so that it is in no process list or shell history.
 */
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { lineHandlersWith } from '#server/context.ts'
import { closeDb, inTransaction, openDb, type Db, type Tx } from '#server/database/db.ts'
import { requireKnownColumns, requireReadableSecrets } from '#server/database/encrypted-columns.ts'
import { organisations } from '#server/database/schema/index.ts'
import { createSecrets, type Secrets } from '#server/database/secrets.ts'
import { eq } from '#server/database/sql.ts'
import { createSoldOutCache } from '#server/domains/events/index.ts'
import { isTestState, type OrganisationRow } from '#server/domains/organisations/index.ts'
import { countTests } from '#server/domains/orders/index.ts'
import { switchToLive } from '#server/domains/operator/index.ts'
import { storeGatewayKey } from '#server/domains/payments/index.ts'
import { CommandProblem, onDatabase } from './on-database.ts'

export interface GatewayKey {
  /** The club's short name, in any case. */
  readonly club: string
  readonly key: string
  /** `false`: the club goes live. Left out: payments stay what they are. */
  readonly testMode?: boolean | undefined
  /** When going live, end what was bought in test mode. */
  readonly endTests?: boolean | undefined
}

const usage = 'Say which club, and give its key on standard input: npm run gateway-key -- ROKLUB --test < key.txt'

/**
 * Activates the key, also for open orders. Throws when servers could not decrypt it.
 * @returns a sentence about what is active now
 */
export async function keepGatewayKey(
  db: Db,
  secrets: Secrets,
  { club, key, testMode, endTests: mayEnd = false }: GatewayKey,
): Promise<string> {
  if (!/^[\x21-\x7e]{16,200}$/.test(key)) throw new CommandProblem('That is no key: 16 to 200 letters, without spaces')
  await requireKnownColumns(db)
  await requireReadableSecrets(db, secrets)
  return inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({ id: organisations.id, name: organisations.name, state: organisations.state })
      .from(organisations)
      .where(eq(organisations.key, club.toUpperCase()))
      .for('update')
    if (!found) throw new CommandProblem(`There is no club ${club.toUpperCase()} in this database`)
    const isTest = isTestState(found.state)
    if (testMode === true && !isTest)
      throw new CommandProblem(`${found.name} is ${found.state}: what it sells cannot become a test again`)
    await storeGatewayKey(tx, secrets, { orgId: found.id, key, by: null })
    const goesLive = testMode === false && isTest
    const ended = goesLive ? await goLive(tx, found, mayEnd) : ''
    return `${found.name} is paid with this key${isTest && !goesLive ? ', by test payments only' : ''}${ended}`
  })
}

/** @returns what was ended, as text; throws when something would be ended without `--end-tests` */
async function goLive(tx: Tx, club: Pick<OrganisationRow, 'id' | 'state'>, mayEnd: boolean): Promise<string> {
  const { unpaid, memberships, tickets } = await countTests(tx, club.id)
  const left = `${memberships} memberships and ${tickets} tickets bought in tests, ${unpaid} unpaid test orders`
  const isAny = unpaid + memberships + tickets > 0
  if (isAny && !mayEnd)
    throw new CommandProblem(
      `Nothing was changed. ${left}: say --live --end-tests to end them, which tells their buyers`,
    )
  await switchToLive(lineHandlersWith(createSoldOutCache(() => performance.now())), tx, club)
  return isAny ? `. Ended: ${left}` : ''
}

function wanted(): Omit<GatewayKey, 'key'> {
  const flag = { type: 'boolean' } as const
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { test: flag, live: flag, 'end-tests': flag },
    })
    const [club, ...more] = positionals
    const ends = values['end-tests'] ?? false
    if (club && more.length === 0 && !(values.test && values.live) && !(ends && !values.live)) {
      return { club, testMode: values.test ? true : values.live ? false : undefined, endTests: ends }
    }
  } catch {
    // For an unknown option the usage below is printed.
  }
  throw new CommandProblem(usage)
}

async function readKey(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Key at the gateway: ')
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) if (line.trim() !== '') return line.trim()
  throw new CommandProblem(usage)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await onDatabase(async (url, { secretsKey, secretsKeyPrevious }) => {
    const wish = wanted()
    const key = await readKey()
    const db = openDb(url, { name: 'portal gateway key', size: 1, connectionTimeout: 5000 })
    try {
      console.log(await keepGatewayKey(db, createSecrets(secretsKey, secretsKeyPrevious), { ...wish, key }))
    } finally {
      await closeDb(db)
    }
  })
}
