import { inject } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import type { Ledger } from '../../../simulators/card-gateway/ledger.ts'
import { newToken } from '#server/database/new-id.ts'
import { workOf } from '#server/schedule.ts'
import { buildClub, buildSeason, fillRegisters, type Club, type Person, type Season } from '../builders.ts'
import { membershipData, openWindow, payInWindow, visit } from '../purchase.ts'
import type { MembershipLine } from '../selection.ts'
import type { TestApp } from '../test-app.ts'

/** Moves to noon of a day in Copenhagen. */
export async function goTo(app: TestApp, day: string): Promise<void> {
  await app.database.sql(
    `update portal_clock set "offset" = ($1::date + interval '12 hours') at time zone 'Europe/Copenhagen' - now()`,
    [day],
  )
  await app.database.sql('delete from rate_windows')
}

/** Runs one of the jobs that come back by the clock. */
export async function runRecurring(app: TestApp, name: string): Promise<void> {
  await workOf(app.context)
    .recurring.find((one) => one.name === name)!
    .run()
}

/** A day of the portal's life, as far as renewals go. */
export async function liveThrough(app: TestApp, day: string): Promise<void> {
  await goTo(app, day)
  for (const name of [
    'renewals.announce',
    'renewals.end-lapsed',
    'renewals.charge-due',
    'renewals.delete-unused-cards',
    'memberships.remind-renewals',
    'orders.expire',
  ])
    await runRecurring(app, name)
  await app.runJobs({ all: true })
}

/** The season of a club that follows its current one by so many years, on sale two months before. */
export const followingSeason = (app: TestApp, club: Club, years: number, more: object = {}): Promise<Season> => {
  const year = Number(club.season.startDate.slice(0, 4)) + years
  return buildSeason(app, club, {
    name: `Adult ${year}`,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: `${year - 1}-11-01`,
    ...more,
  })
}

/** A new club with its next season, on a day on which no daily job has run. */
export async function clubWithNextSeason(app: TestApp): Promise<{ club: Club; next: Season }> {
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  await app.database.sql('truncate daily_jobs')
  const club = await buildClub(app)
  return { club, next: await followingSeason(app, club, 1) }
}

/** A purchase with consent to renewals: the card is kept. @returns the order's token */
export async function buyWithConsent(
  app: TestApp,
  buyer: Person,
  lines: readonly MembershipLine[],
  tail = '0000',
): Promise<string> {
  const { token } = await app.call(
    orders.prepare,
    { token: newToken(), membershipData: membershipData(lines, { autoRenewal: true }) },
    { as: buyer.token },
  )
  const season = lines[0]!.season as Season
  await payOrder(app, buyer, season, token, season.total * lines.length, tail)
  await app.runJobs({ all: true })
  return token
}

/** A term that was paid a month ago, without its purchase. */
export async function insertPaidTerm(app: TestApp, memberId: string, season: Season): Promise<void> {
  await app.database.sql(
    `insert into memberships (id, org_id, member_id) values (portal_new_id(), $1, $2) on conflict do nothing`,
    [season.orgId, memberId],
  )
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status, status_change_date)
     select portal_new_id(), id, org_id, member_id, $1, 2026, $2, $3, 'active', portal_now() - interval '30 days' from memberships where org_id = $4 and member_id = $5`,
    [season.id, season.startDate, season.endDate, season.orgId, memberId],
  )
  await fillRegisters(app)
}

/** Pays an order in the gateway's window. */
export async function payOrder(
  app: TestApp,
  buyer: Person,
  season: Season,
  token: string,
  amount: number,
  tail: string,
) {
  const back = await payInWindow(await openWindow(app, buyer, season, token, amount), tail)
  await visit(back!)
}

/** A person's membership of a club, as somebody sees it. */
export async function membershipOf(app: TestApp, reader: Person, memberId: string, club: Club) {
  const [membership] = await app.call(memberships.list, { memberId, orgId: club.id }, { as: reader.token })
  return membership!
}

/** The gateway's ledger of a club. */
export async function clubLedger({ key }: Club): Promise<Ledger> {
  const address = `${inject('simulators').url}/simulators/card-gateway/ledger.json?orderNumber=${key}-M-*`
  return (await (await fetch(address)).json()) as Ledger
}
