import { randomUUID } from 'node:crypto'
import type { PaymentSettings } from '#contract/payments/key.ts'
import { type Db, inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { members, organisations, paymentConfigurations } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { isTestState } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import type { Gateway } from './gateway.ts'
import { GatewayRefused, problemOfGateway } from './gateway-call.ts'
import { KEY_PURPOSE } from './queries.ts'

const provider = 'freepay'

/** Letters of the key that people see, to tell two keys apart. */
const HINT = 4

/**
 * Whether the gateway knows a key: it is asked for an authorisation that does not exist. Throws the problems of a gateway that does not
 * answer.
 */
export async function isKnownKey(gateway: Gateway, key: string): Promise<boolean> {
  try {
    await gateway.readAuthorization(key, randomUUID())
    return true
  } catch (error) {
    if (error instanceof GatewayRefused && error.keyRefused) return false
    throw problemOfGateway(error)
  }
}

interface NewKey {
  readonly orgId: string
  readonly key: string
  /** Null for a command. */
  readonly by: string | null
  /** Payments are tests. As before when left out; a first key's follows the club's state. */
  readonly testMode?: boolean
}

/** Activates a key, also for open orders. It has been tried. The club's row is locked, so that no order is written meanwhile. */
export async function storeGatewayKey(tx: Tx, secrets: Secrets, { orgId, key, by, testMode }: NewKey): Promise<void> {
  const [club] = await tx
    .select({ state: organisations.state })
    .from(organisations)
    .where(eq(organisations.id, orgId))
    .for('update')
  const set = {
    keyEncrypted: secrets.encrypt(KEY_PURPOSE, key),
    keyHint: key.slice(-HINT),
    keySetAt: sql`portal_now()`,
    keySetBy: by,
    enabled: true,
  }
  await tx
    .insert(paymentConfigurations)
    .values({ id: newId(), orgId, provider, ...set, testMode: testMode ?? isTestState(club!.state) })
    .onConflictDoUpdate({
      target: [paymentConfigurations.orgId, paymentConfigurations.provider],
      set: { ...set, ...(testMode !== undefined && { testMode }) },
    })
}

export const showPaymentSettings = async (db: Db, { organisation }: OfficeCaller): Promise<PaymentSettings> =>
  present(db, organisation.id)

/** Tries the key and stores it. Throws `gateway_key_refused` when the gateway does not know it. No connection is held meanwhile. */
export async function setGatewayKey(
  { gateway, secrets }: { readonly gateway: Gateway; readonly secrets: Secrets },
  db: Db,
  caller: OfficeCaller,
  { key }: { readonly key: string },
): Promise<PaymentSettings> {
  if (!(await isKnownKey(gateway, key))) throw new Problem('gateway_key_refused')
  const { id: orgId, name: label } = caller.organisation
  return inTransaction(db, async (tx) => {
    const before = await present(tx, orgId)
    await storeGatewayKey(tx, secrets, { orgId, key, by: caller.actor.actorId })
    await recordOfficeChange(tx, caller, {
      name: 'gateway_key_set',
      thing: 'club',
      label,
      ...(before.key && { before: { key: ended(before.key.hint) } }),
      after: { key: ended(key.slice(-HINT)) },
    })
    return present(tx, orgId)
  })
}

const ended = (hint: string | null) => `…${hint ?? ''}`

/** The office has seen that payments go to another merchant. */
export async function confirmMerchant(
  tx: Tx,
  caller: OfficeCaller,
  { merchant }: { readonly merchant: string },
): Promise<PaymentSettings> {
  const { id: orgId } = caller.organisation
  const [confirmed] = await tx
    .update(paymentConfigurations)
    .set({ merchantBefore: null, merchantChangedAt: null })
    .where(and(ofClub(orgId), eq(paymentConfigurations.merchant, merchant), sql`merchant_changed_at is not null`))
    .returning({ id: paymentConfigurations.id })
  if (confirmed)
    await recordOfficeChange(tx, caller, {
      name: 'merchant_confirmed',
      thing: 'club',
      label: merchant,
      after: { merchant },
    })
  return present(tx, orgId)
}

const ofClub = (orgId: string) =>
  and(eq(paymentConfigurations.orgId, orgId), eq(paymentConfigurations.provider, provider))

async function present(db: Reader, orgId: string): Promise<PaymentSettings> {
  const [found] = await db
    .select({ row: paymentConfigurations, firstName: members.firstName, lastName: members.lastName })
    .from(paymentConfigurations)
    .leftJoin(members, eq(members.id, paymentConfigurations.keySetBy))
    .where(and(ofClub(orgId), eq(paymentConfigurations.enabled, true)))
  if (!found) {
    const [club] = await db
      .select({ state: organisations.state })
      .from(organisations)
      .where(eq(organisations.id, orgId))
    return { key: null, testMode: isTestState(club!.state), merchant: null, changed: null }
  }
  const { row, firstName, lastName } = found
  const { keyHint: hint, keySetAt, keySetBy: id, testMode, merchant, acquirer, merchantBefore, merchantChangedAt } = row
  return {
    key: {
      hint,
      at: keySetAt?.toISOString() ?? null,
      by: id === null ? null : { id, firstName: firstName ?? '', lastName: lastName ?? '' },
    },
    testMode,
    merchant: merchant === null ? null : { number: merchant, acquirer },
    changed: merchantChangedAt && { before: merchantBefore ?? '', at: merchantChangedAt.toISOString() },
  }
}
