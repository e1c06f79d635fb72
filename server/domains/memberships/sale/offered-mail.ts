import { textIn } from '#contract/local-text.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { formatList, formatPeriod } from '#server/documents/format.ts'
import { fullName, hasDied, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { priceWords } from '#server/domains/orders/index.ts'
import { selectOrganisation, sells } from '#server/domains/organisations/index.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { priceMembership } from '#contract/memberships/price.ts'
import { selectSeasonFor } from './season-for.ts'

/** A season that an office offers to people. */
export interface Offered {
  readonly orgId: string
  readonly membershipConfId: string
  readonly memberIds: readonly string[]
}

/** Whether somebody of the register, `people`, has died, has left, or will have once a season begins. */
export const leavesBefore = (
  membershipConfId: string,
): SQL => sql`(${hasDied(sql`people.member_id`)} or coalesce(people.left_on <= greatest(
  ${copenhagenToday},
  (select start_date from membership_configurations where id = ${membershipConfId}::uuid)), false))`

/** `selectSeasonFor` of a season that can be bought. Throws `club_paused`, `configuration_not_on_sale`. */
export async function selectSeasonOnSale(db: Reader, orgId: string, which: Parameters<typeof selectSeasonFor>[2]) {
  const { onSale, ...found } = await selectSeasonFor(db, orgId, which)
  if (!sells((await selectOrganisation(db, orgId)).state)) throw new Problem('club_paused')
  if (!onSale) throw new Problem('configuration_not_on_sale')
  return found
}

/** Those of the people who can still buy it, with the season; nobody whose club it is no more. */
export async function selectOffered(db: Reader, { orgId, memberIds, membershipConfId }: Offered) {
  const { season, closed } = await selectSeasonOnSale(db, orgId, { membershipConfId, memberIds })
  const shut = new Set(closed.filter(({ reason }) => reason !== 'birth_date_missing').map(({ memberId }) => memberId))
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select members.id, ${fullNameOf('members')} as name from members
    join club_people people on people.member_id = members.id and people.org_id = ${orgId}::uuid and not ${leavesBefore(membershipConfId)}
    where members.id = any(${sql.param(memberIds.filter((id) => !shut.has(id)))}::uuid[]) and members.enabled and members.archived_at is null
    order by members.parent_id nulls first, members.date_of_birth, members.id`)
  return { season, people: rows }
}

/** The basket of a purchase with the season for each of them. */
export const linesOf = (people: readonly { readonly id: string }[], membershipConfId: string): string =>
  people.map(({ id }) => `${id}.${membershipConfId}`).join('~')

/** Offers a season to whoever buys for the people. Null if nobody can buy it any more. */
export async function offeredMail(
  db: Db,
  publicUrl: string,
  { memberId, ...offered }: Offered & { readonly memberId: string },
): Promise<MailDraft | null> {
  const [member, organisation, found] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, offered.orgId),
    selectOffered(db, offered).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    }),
  ])
  if (!member?.email || !found || found.people.length === 0) return null
  const { season, people } = found
  const locale = languageOf(member)
  const say = { locale }
  const club = organisation.name
  const names = formatList(
    people.map(({ name }) => name),
    locale,
  )
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_offered_subject({ club, names }, say),
    paragraphs: [m.mail_offered_text({ club }, say)],
    tables: [
      {
        rows: people.map(({ name }) => ({
          label: name,
          details: [textIn(season.nameTexts, locale), formatPeriod(season.startDate, season.endDate, locale)],
          value: priceWords(priceMembership(season).total, season.currency, locale),
        })),
      },
    ],
    button: {
      label: m.mail_offered_button({}, say),
      url: `${publicUrl}/membership/new?lines=${linesOf(people, season.id)}`,
    },
    why: m.mail_why_offered({ club }, say),
  })
}
