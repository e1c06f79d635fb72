import type { ClubState } from '#contract/organisations/state.ts'
import type { LocalText } from '#contract/local-text.ts'
import { type Cause, changeStatus, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { organisations, paymentConfigurations } from '#server/database/schema/index.ts'
import type { OrganisationRow } from './queries.ts'
import { eq, sql } from '#server/database/sql.ts'

/**
 * Which state of a club may follow which. Whatever was live stays what it is for its members: only a test can end its purchases, so nothing leads
 * back to it. A club that was closed opens paused, and only if it ever was live.
 */
export const clubTransitions: Transitions<ClubState> = {
  draft: ['test', 'closed'],
  test: ['live', 'closed'],
  live: ['paused', 'closed'],
  paused: ['live', 'closed'],
  closed: ['paused'],
}

/** The states that a club may be given now. */
export const nextStates = ({ state, liveAt }: Pick<OrganisationRow, 'state' | 'liveAt'>): readonly ClubState[] =>
  state === 'closed' && liveAt === null ? [] : clubTransitions[state]

/** States in which members and visitors see the club. */
const open: readonly ClubState[] = ['test', 'live', 'paused']

/** Whether a club in this state takes new orders. */
export const sells = (state: ClubState): boolean => state === 'test' || state === 'live'

/** Whether a club, a row of `organisations`, is open and takes new orders. */
export const isSelling = sql`(organisations.enabled and organisations.state <> 'paused')`

/** Whether what is bought from a club in this state is a test. */
export const isTestState = (state: ClubState): boolean => state === 'draft' || state === 'test'

/**
 * The only writer of a club's state. `enabled` and the mode of its payments follow. The club's row is locked first, so that no order is written
 * meanwhile. Going live also has to end what was bought in tests: see `goLive` of the operator.
 * @returns whether the state changed: false if `to` does not follow the current one
 */
export async function changeClubState(
  tx: Tx,
  orgId: string,
  to: ClubState,
  { pausedText = null, ...cause }: { readonly pausedText?: LocalText | null } & Partial<Cause> = {},
): Promise<boolean> {
  const [club] = await tx
    .select({ state: organisations.state, liveAt: organisations.liveAt })
    .from(organisations)
    .where(eq(organisations.id, orgId))
    .for('update')
  if (!club || !nextStates(club).includes(to)) return false
  await changeStatus(tx, {
    table: 'organisations',
    ids: [orgId],
    from: [club.state],
    to,
    cause: { reason: 'operator', ...cause },
  })
  await tx
    .update(organisations)
    .set({
      enabled: open.includes(to),
      liveAt: to === 'live' ? sql`coalesce(live_at, portal_now())` : sql`live_at`,
      pausedText: to === 'paused' ? pausedText : null,
    })
    .where(eq(organisations.id, orgId))
  await tx
    .update(paymentConfigurations)
    .set({ testMode: sql`(select state in ('draft', 'test') from organisations where id = ${orgId})` })
    .where(eq(paymentConfigurations.orgId, orgId))
  return true
}
