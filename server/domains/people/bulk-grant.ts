import type { Parsed } from '#contract/endpoint.ts'
import type { bulk, BulkPeople } from '#contract/people/bulk.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import {
  delayedHandler,
  delayedJob,
  forgetPayload,
  recordOfficeChange,
  stopAction,
} from '#server/domains/audit/index.ts'
import { hasDied } from '#server/domains/members/index.ts'
import { selectCardRenewals, selectSeasonFor } from '#server/domains/memberships/index.ts'
import { type ByHandServices, insertByHand } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { archivedToo, type Chosen, delayForPeople, selectChosen, summaryOf } from './bulk-people.ts'

type Which = Parsed<typeof bulk.previewGrant>

const grantJob = delayedJob('people.grant-when-not-stopped')

/** How many of the chosen people would get a season free, for how many of them a card is to renew, and why not the others. */
export async function previewGrant(db: Db, caller: OfficeCaller, which: Which): Promise<BulkPeople> {
  const { chosen, superseded } = await selectGranted(db, caller, which)
  const given = new Set(chosen.flatMap(({ id, skip }) => (skip === null ? [id] : [])))
  return { ...summaryOf(chosen), renewedByCard: superseded.filter(({ memberId }) => given.has(memberId)).length }
}

/** The chosen people get a season free a minute from now. */
export async function grantMany(
  tx: Tx,
  caller: OfficeCaller,
  { reason, ...which }: Parsed<typeof bulk.grant>,
): Promise<BulkPeople> {
  const payload = { membershipConfId: which.membershipConfId, reason }
  const { chosen } = await selectGranted(tx, caller, which)
  return delayForPeople(tx, caller, chosen, { kind: 'grant', payload, job: grantJob })
}

/** For whom of the chosen people a season is closed, and the renewals that it takes the place of. Ages are overruled, as whatever an office adds by hand. */
async function selectGranted(db: Reader, caller: OfficeCaller, { membershipConfId, ...which }: Which) {
  // With a season they would stay, also where the day of leaving is to come.
  const left = sql`when people.left_on is not null or ${hasDied(sql`people.member_id`)} then 'left' ${archivedToo}`
  const people = await selectChosen(db, caller, which, 'grant', left)
  const memberIds = people.map(({ id }) => id)
  const { id: orgId } = caller.organisation
  // The grant takes the place of those whose card was declined.
  const renewals = await selectCardRenewals(db, orgId, memberIds)
  const { closed, superseded } = await selectSeasonFor(db, orgId, { membershipConfId, memberIds }, renewals)
  const held = new Map(
    closed.flatMap(({ memberId, reason }) => (reason === 'held' || reason === 'reserved' ? [[memberId, reason]] : [])),
  )
  const chosen = people.map((one): Chosen => ({ ...one, skip: one.skip ?? held.get(one.id) ?? null }))
  return { chosen, superseded }
}

/** Gives each their season, by an order of its own. It is made once: the action and the order's token stand for each other. */
export const grantHandler = ({ db, ...services }: ByHandServices & { readonly db: Db }) =>
  delayedHandler(db, grantJob, 'members.add', async (tx, { id, orgId, actorId, thingId: memberId, payload }) => {
    const { membershipConfId, reason } = payload as unknown as Pick<
      Parsed<typeof bulk.grant>,
      'membershipConfId' | 'reason'
    >
    const by = { actor: { actorId }, organisation: await selectOrganisation(tx, orgId) }
    await insertByHand(services, tx, by, {
      token: `${id} ${memberId}`,
      memberId,
      lines: [{ membershipConfId }],
      pay: { how: 'free' },
      reason,
    })
    await forgetPayload(tx, id)
  })

/** Nobody of the press gets the season. */
export async function stopGrant(
  tx: Tx,
  caller: OfficeCaller,
  { actionId }: { readonly actionId: string },
): Promise<void> {
  const stopped = await stopAction(tx, caller, { actionId, kind: 'grant' })
  for (const { id } of stopped) await forgetPayload(tx, id)
  await recordOfficeChange(tx, caller, { name: 'grant_stopped', thing: 'member', label: String(stopped.length) })
}
