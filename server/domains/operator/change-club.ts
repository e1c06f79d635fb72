import type { Parsed } from '#contract/endpoint.ts'
import type { operator, OperatorClubPage } from '#contract/operator.ts'
import { isSameText } from '#contract/search-words.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { organisations } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eq } from '#server/database/sql.ts'
import { notifyWentLive, writeInvitation } from '#server/domains/office/index.ts'
import { countTests, endTests, type LineItemHandlers } from '#server/domains/orders/index.ts'
import { changeClubState, type OrganisationRow } from '#server/domains/organisations/index.ts'
import { type Gateway, isKnownKey, storeGatewayKey } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { checksOf, showClubPage } from './club-page.ts'
import { fingerprintOf } from './gateway-key.ts'

export interface ClubServices {
  readonly secrets: Secrets
  readonly gateway: Gateway
  readonly lineHandlers: LineItemHandlers
}

/**
 * Lets a club in test mode sell for money. The operator has typed its key and seen how many test purchases end; if there are others by now, nothing
 * changes. Whoever bought in a test is notified that it was one.
 */
export async function goLive(
  { secrets, lineHandlers }: ClubServices,
  tx: Tx,
  actor: MemberActor,
  { orgId, confirmation, reason, ended }: Parsed<typeof operator.goLive>,
): Promise<OperatorClubPage> {
  const club = await lockClub(tx, orgId)
  requireConfirmation(club, confirmation)
  const missing = (await checksOf(tx, actor, club)).checks.filter(({ required, done }) => required && !done)
  if (club.state !== 'test') throw new Problem('club_state_changed', { data: { state: club.state } })
  if (missing.length > 0)
    throw new Problem('go_live_incomplete', { data: { missing: missing.map(({ check }) => check) } })
  const count = await switchToLive(lineHandlers, tx, club, ended)
  await recordOperatorChange(tx, actor, {
    ...aboutClub(club),
    name: 'club_went_live',
    before: { state: 'test' },
    after: { state: 'live', endedTests: count },
    reason,
  })
  return showClubPage(secrets, tx, actor, await lockClub(tx, orgId))
}

/**
 * The switch itself, for the console and for the command. The club is notified.
 * @param mayEnd how many test purchases may end; all when left out
 * @returns how many ended
 */
export async function switchToLive(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  { id, state }: Pick<OrganisationRow, 'id' | 'state'>,
  mayEnd?: number,
): Promise<number> {
  const { unpaid, memberships, tickets } = await countTests(tx, id)
  const count = unpaid + memberships + tickets
  if (mayEnd !== undefined && mayEnd !== count) throw new Problem('tests_changed', { data: { count } })
  if (state === 'draft') await changeClubState(tx, id, 'test')
  if (!(await changeClubState(tx, id, 'live'))) throw new Problem('club_state_changed', { data: { state } })
  await endTests(lineHandlers, tx, id)
  await notifyWentLive(tx, id)
  return count
}

const names = { paused: 'club_paused', live: 'club_resumed', closed: 'club_closed' } as const

/** Pauses a club, lets it sell again, closes it or opens it once more. Nothing that members hold ends. */
export async function changeState(
  { secrets }: ClubServices,
  tx: Tx,
  actor: MemberActor,
  { orgId, to, reason, pausedText, confirmation }: Parsed<typeof operator.changeState>,
): Promise<OperatorClubPage> {
  const club = await lockClub(tx, orgId)
  if (to === 'closed') requireConfirmation(club, confirmation ?? '')
  const { state } = club
  // Only `goLive` ends a test.
  const isAllowed = (state !== 'test' && state !== 'draft') || to === 'closed'
  const text = pausedText?.da ? { da: pausedText.da, ...(pausedText.en && { en: pausedText.en }) } : null
  if (!isAllowed || !(await changeClubState(tx, orgId, to, { pausedText: text, reason, actorId: actor.actorId })))
    throw new Problem('club_state_changed', { data: { state } })
  await recordOperatorChange(tx, actor, {
    ...aboutClub(club),
    name: state === 'closed' ? 'club_reopened' : names[to],
    before: { state },
    after: { state: to, ...(text && { text: text.da }) },
    reason,
  })
  return showClubPage(secrets, tx, actor, await lockClub(tx, orgId))
}

/** Tries and stores a club's key at the card gateway. The gateway is asked before anything is locked. */
export async function setKey(
  { secrets, gateway }: ClubServices,
  db: Db,
  actor: MemberActor,
  { orgId, key, reason }: Parsed<typeof operator.setKey>,
): Promise<OperatorClubPage> {
  if (!(await isKnownKey(gateway, key))) throw new Problem('gateway_key_refused')
  return inTransaction(db, async (tx) => {
    const club = await lockClub(tx, orgId)
    const before = (await showClubPage(secrets, tx, actor, club)).payment
    await storeGatewayKey(tx, secrets, { orgId, key, by: actor.actorId })
    await recordOperatorChange(tx, actor, {
      ...aboutClub(club),
      name: 'gateway_key_set',
      ...(before && { before: { fingerprint: before.fingerprint } }),
      after: { fingerprint: fingerprintOf(key) },
      reason,
    })
    return showClubPage(secrets, tx, actor, club)
  })
}

/** Corrects a club's name and address, as far as they are given. Whoever edits its details meanwhile gets a conflict. */
export async function correctClub(
  { secrets }: ClubServices,
  tx: Tx,
  actor: MemberActor,
  { orgId, name, contactEmail, reason }: Parsed<typeof operator.correct>,
): Promise<OperatorClubPage> {
  const club = await lockClub(tx, orgId)
  const before = { name: club.name, email: club.contactEmail }
  const after = { name: name ?? club.name, email: contactEmail ?? club.contactEmail }
  const changed = (['name', 'email'] as const).filter((field) => before[field] !== after[field])
  if (changed.length === 0) return showClubPage(secrets, tx, actor, club)
  await tx
    .update(organisations)
    .set({ name: after.name, contactEmail: after.email, version: club.version + 1 })
    .where(eq(organisations.id, orgId))
  const picked = (of: typeof before) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  await recordOperatorChange(tx, actor, {
    ...aboutClub(club),
    name: 'club_changed',
    before: picked(before),
    after: picked(after),
    reason,
  })
  return showClubPage(secrets, tx, actor, await lockClub(tx, orgId))
}

/** Sets how much a club may store. Nothing that it has stored goes. */
export async function setStorage(
  { secrets }: ClubServices,
  tx: Tx,
  actor: MemberActor,
  { orgId, megabytes, reason }: Parsed<typeof operator.setStorage>,
): Promise<OperatorClubPage> {
  const club = await lockClub(tx, orgId)
  await tx.update(organisations).set({ storageMb: megabytes }).where(eq(organisations.id, orgId))
  await recordOperatorChange(tx, actor, {
    ...aboutClub(club),
    name: 'club_changed',
    before: { storageMb: club.storageMb },
    after: { storageMb: megabytes },
    reason,
  })
  return showClubPage(secrets, tx, actor, club)
}

/** Invites somebody to a club's office, such as the first chair of a new one. */
export async function inviteToClub(
  { secrets }: ClubServices,
  tx: Tx,
  actor: MemberActor,
  { orgId, email, role, reason }: Parsed<typeof operator.invite>,
): Promise<OperatorClubPage> {
  const organisation = await lockClub(tx, orgId)
  await writeInvitation(tx, { actor, organisation }, { email, roles: [role], language: 'da' }, { reason })
  return showClubPage(secrets, tx, actor, organisation)
}

const aboutClub = ({ id, name }: OrganisationRow) => ({ orgId: id, thing: 'club' as const, thingId: id, label: name })

/** Operators change one club at a time; orders that are being written are waited for, and wait. */
async function lockClub(tx: Tx, orgId: string): Promise<OrganisationRow> {
  const [row] = await tx.select().from(organisations).where(eq(organisations.id, orgId)).for('update')
  if (!row) throw new Problem('organisation_not_found')
  return row
}

function requireConfirmation({ key }: OrganisationRow, typed: string): void {
  if (!isSameText(typed, key)) throw new Problem('confirmation_wrong', { data: { key } })
}
