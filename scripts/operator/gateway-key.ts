/**
 * npm run gateway-key -- ROKLUB [--test | --live [--end-tests]] [--untried]: tries a club's card gateway key and stores it, encrypted. The key
 * is read from standard input, so that it is in no process list or shell history.
 */
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { examineConfig } from '#server/config.ts'
import { lineHandlersWith } from '#server/context.ts'
import { closeDb, inTransaction, openDb, type Db, type Tx } from '#server/database/db.ts'
import { requireKnownColumns, requireReadableSecrets } from '#server/database/encrypted-columns.ts'
import { organisations } from '#server/database/schema/index.ts'
import { createSecrets, type Secrets } from '#server/database/secrets.ts'
import { eq } from '#server/database/sql.ts'
import { createSoldOutCache } from '#server/domains/events/index.ts'
import { isTestState, type OrganisationRow } from '#server/domains/organisations/index.ts'
import { countTests } from '#server/domains/orders/index.ts'
import { switchToLive, tryGatewayKey } from '#server/domains/operator/index.ts'
import { freepayGateway, storeGatewayKey } from '#server/domains/payments/index.ts'
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

function requireKey(key: string): void {
  if (!/^[\x21-\x7e]{16,200}$/.test(key)) throw new CommandProblem('That is no key: 16 to 200 letters, without spaces')
}

/**
 * Activates the key, also for open orders. Throws when servers could not decrypt it.
 * @returns a sentence about what is active now
 */
export async function keepGatewayKey(
  db: Db,
  secrets: Secrets,
  { club, key, testMode, endTests: mayEnd = false }: GatewayKey,
): Promise<string> {
  requireKey(key)
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
    const ended = goesLive ? await goLive(tx, secrets, found, mayEnd) : ''
    return `${found.name} is paid with this key${isTest && !goesLive ? ', by test payments only' : ''}${ended}`
  })
}

/** @returns what was ended, as text; throws when something would be ended without `--end-tests` */
async function goLive(
  tx: Tx,
  secrets: Secrets,
  club: Pick<OrganisationRow, 'id' | 'state'>,
  mayEnd: boolean,
): Promise<string> {
  const { unpaid, memberships, tickets } = await countTests(tx, club.id)
  const left = `${memberships} memberships and ${tickets} tickets bought in tests, ${unpaid} unpaid test orders`
  const isAny = unpaid + memberships + tickets > 0
  if (isAny && !mayEnd)
    throw new CommandProblem(
      `Nothing was changed. ${left}: say --live --end-tests to end them, which tells their buyers`,
    )
  await switchToLive(
    lineHandlersWith(
      createSoldOutCache(() => performance.now()),
      secrets,
    ),
    tx,
    club,
  )
  return isAny ? `. Ended: ${left}` : ''
}

/**
 * Asks the gateway, as the settings page does.
 * @param untried the key is kept even if the gateway cannot be asked; one that it refuses never is
 * @returns a sentence about the answer
 */
async function triedKey(key: string, untried: boolean): Promise<string> {
  const { config, read } = examineConfig(process.env)
  const hasAddress = !read.wrong.some(({ name }) => name === 'FREEPAY_MANAGEMENT_URL')
  const tried = hasAddress ? await tryGatewayKey(freepayGateway(config.freepay), key) : 'unknown'
  if (tried === 'good') return 'The gateway takes this key'
  if (tried === 'refused') throw new CommandProblem('Nothing was changed. The gateway refuses this key')
  const why = hasAddress ? 'it does not answer' : 'FREEPAY_MANAGEMENT_URL is not set'
  if (untried) return `The gateway was not asked about this key: ${why}`
  throw new CommandProblem(
    `Nothing was changed. The gateway could not be asked about this key: ${why}. Say --untried to store it all the same`,
  )
}

function wanted(): Omit<GatewayKey, 'key'> & { readonly untried: boolean } {
  const flag = { type: 'boolean' } as const
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { test: flag, live: flag, 'end-tests': flag, untried: flag },
    })
    const [club, ...more] = positionals
    const ends = values['end-tests'] ?? false
    if (club && more.length === 0 && !(values.test && values.live) && !(ends && !values.live)) {
      const testMode = values.test ? true : values.live ? false : undefined
      return { club, testMode, endTests: ends, untried: values.untried ?? false }
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
    const { untried, ...wish } = wanted()
    const key = await readKey()
    requireKey(key)
    const answer = await triedKey(key, untried)
    const db = openDb(url, { name: 'portal gateway key', size: 1, connectionTimeout: 5000 })
    try {
      const kept = await keepGatewayKey(db, createSecrets(secretsKey, secretsKeyPrevious), { ...wish, key })
      console.log(`${answer}. ${kept}`)
    } finally {
      await closeDb(db)
    }
  })
}
