import type { Output, Parsed } from '#contract/endpoint.ts'
import { isCvr } from '#contract/organisations/settings.ts'
import { NewClubKey, type NewMembership, type operator } from '#contract/operator.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { membershipConfigurations, organisations } from '#server/database/schema/index.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { eq, sql } from '#server/database/sql.ts'
import { readableShade } from '#server/documents/colour.ts'
import { writeInvitation } from '#server/domains/office/index.ts'
import { changeClubState } from '#server/domains/organisations/index.ts'
import { type Gateway, storeGatewayKey } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { tryGatewayKey } from './gateway-key.ts'

export interface NewClubServices {
  readonly secrets: Secrets
  readonly gateway: Gateway
}

type NewClub = Parsed<typeof operator.create>

/** Whether a new club may have a key, which clubs have a CVR number already (two of one association may share it), and how a colour is shown. */
export async function checkNewClub(
  db: Db,
  { key, cvr, colour }: Parsed<typeof operator.check>,
): Promise<Output<typeof operator.check>> {
  const sameCvr = cvr
    ? await db
        .select({ key: organisations.key, name: organisations.name })
        .from(organisations)
        .where(eq(organisations.cvr, cvr))
        .orderBy(sql`danish_order(${organisations.name})`)
        .limit(10)
    : []
  const rest = { sameCvr, shade: colour ? readableShade(colour) : null }
  if (!key) return { key: null, takenBy: null, ...rest }
  const parsed = NewClubKey.safeParse(key)
  if (!parsed.success) return { key: 'invalid', takenBy: null, ...rest }
  const { rows } = await db.execute<{ takenBy: string | null; reserved: boolean }>(sql`
    select (select name from organisations where upper(key) = ${parsed.data}) as "takenBy",
      exists (select from reserved_keys where ${parsed.data} like pattern or ${parsed.data} like pattern || '.%') as reserved`)
  const { takenBy, reserved } = rows[0]!
  return { key: takenBy !== null ? 'taken' : reserved ? 'reserved' : 'free', takenBy, ...rest }
}

/**
 * Creates a club with drafts of its first memberships, which its office looks at and publishes, invites its people, stores its key at the gateway and opens it in test mode: all of it or nothing. The
 * gateway is asked before anything is written. A repeated request finds the club of the first by the client's token; of two operators who
 * choose the same key at once, one is refused.
 */
export async function createClub(
  { secrets, gateway }: NewClubServices,
  db: Db,
  actor: MemberActor,
  club: NewClub,
): Promise<Output<typeof operator.create>> {
  requireSeasons(club.memberships)
  if (club.cvr !== null && !isCvr(club.cvr)) throw new Problem('cvr_invalid')
  if (club.gatewayKey !== null && (await tryGatewayKey(gateway, club.gatewayKey)) === 'refused')
    throw new Problem('gateway_key_refused')
  return inTransaction(db, (tx) => writeClub(tx, secrets, actor, club))
}

async function writeClub(tx: Tx, secrets: Secrets, actor: MemberActor, club: NewClub) {
  const { key, name, contactEmail, city, address, cvr, colour, gatewayKey } = club
  const creationToken = hashToken(club.token)
  // Waits for another request with the same key or token until that one has committed.
  const [inserted] = await tx
    .insert(organisations)
    .values({
      id: newId(),
      key,
      name,
      contactEmail,
      city,
      address,
      cvr,
      colour,
      creationToken,
      state: 'draft',
      enabled: false,
    })
    .onConflictDoNothing()
    .returning({ id: organisations.id })
    .catch(refuseReserved)
  if (!inserted) return findRepeated(tx, { key, creationToken })

  const { id } = inserted
  const organisation = { id, key, name }
  await insertMemberships(tx, id, club.memberships)
  if (gatewayKey !== null) await storeGatewayKey(tx, secrets, { orgId: id, key: gatewayKey, by: actor.actorId })
  await changeClubState(tx, id, 'test')
  await recordOperatorChange(tx, actor, {
    orgId: id,
    name: 'club_created',
    thing: 'club',
    thingId: id,
    label: name,
    after: { key, name, memberships: club.memberships.map((one) => one.name), gatewayKey: gatewayKey !== null },
  })
  // Somebody may be written down with several roles.
  for (const [email, given] of Map.groupBy(club.people, (person) => person.email)) {
    const roles = given.map(({ role }) => role)
    await writeInvitation(tx, { actor, organisation }, { email, roles, language: 'da' }, {})
  }
  return { id, key }
}

/** The club that an earlier request made; another club with the same key is a refusal. */
async function findRepeated(tx: Tx, { key, creationToken }: { key: string; creationToken: string }) {
  const { rows } = await tx.execute<{ id: string; key: string; name: string; isSame: boolean }>(sql`
    select id, key, name, coalesce(creation_token = ${creationToken}, false) as "isSame" from organisations
    where upper(key) = ${key} or creation_token = ${creationToken}`)
  const same = rows.find((row) => row.isSame)
  if (same && same.key !== key) throw new Problem('token_reused')
  if (same) return { id: same.id, key: same.key }
  throw new Problem('club_key_taken', { data: { key, name: rows[0]?.name ?? key } })
}

/** A trigger refuses keys that are addresses of the portal. */
function refuseReserved(error: unknown): never {
  for (let one = error; one instanceof Error; one = one.cause)
    if ((one as { constraint?: unknown }).constraint === 'organisations_key_free')
      throw new Problem('club_key_reserved', { cause: error })
  throw error
}

/** A season lasts a day at least and two years at most, and no two of one series overlap. */
function requireSeasons(memberships: readonly NewMembership[]): void {
  const isWrong = memberships.some(
    (one, at) =>
      one.endDate < one.startDate ||
      Date.parse(one.endDate) - Date.parse(one.startDate) > 731 * 86_400_000 ||
      (one.minAge !== null && one.maxAge !== null && one.minAge > one.maxAge) ||
      memberships.some(
        (other, index) =>
          index !== at &&
          other.series === one.series &&
          other.series !== '' &&
          other.startDate <= one.endDate &&
          one.startDate <= other.endDate,
      ),
  )
  if (isWrong) throw new Problem('season_invalid')
}

async function insertMemberships(tx: Tx, orgId: string, memberships: readonly NewMembership[]) {
  if (memberships.length === 0) return
  const today = copenhagenDate(tx.now)
  await tx.insert(membershipConfigurations).values(
    memberships.map((one) => ({
      id: newId(),
      orgId,
      ...one,
      offerStartDate: one.startDate < today ? one.startDate : today,
      enabled: false,
      publishedAt: null,
    })),
  )
}
