import { byHand, type LineByHand, type PayByHand } from '#contract/orders/by-hand.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { newToken } from '#server/database/new-id.ts'
import type { Club, Person } from '../builders.ts'
import type { TestApp } from '../test-app.ts'

/** The club is in the register of somebody, and can be paid at its bank. */
export async function registered(app: TestApp, club: Pick<Club, 'id'>, memberIds: readonly string[]): Promise<void> {
  await app.database.sql(
    `update organisations set bank_registration = '1234', bank_account = '0012345678', mobilepay = '54321' where id = $1`,
    [club.id],
  )
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) select $1, id, '2026-01-01', 'bought' from unnest($2::uuid[]) people (id)
     on conflict do nothing`,
    [club.id, memberIds],
  )
}

/** Tests that use it do not move the clock. */
export const today = (): string => copenhagenDate(new Date())

export const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

interface Added {
  readonly memberId: string
  readonly lines: readonly LineByHand[]
  readonly pay: PayByHand
  readonly reason?: string
  readonly token?: string
}

/** An office adds something for somebody. */
export const addByHand = (
  app: TestApp,
  office: Person,
  { id: orgId }: Pick<Club, 'id'>,
  { token = newToken(), reason = '', lines, ...added }: Added,
) => app.call(byHand.add, { orgId, token, reason, lines: [...lines], ...added }, { as: office.token })
