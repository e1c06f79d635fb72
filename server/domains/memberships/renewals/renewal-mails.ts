import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import type { MailDraft, MailTable } from '#server/domains/notifications/index.ts'
import { formatDay, formatList, formatMoney, formatPeriod } from '#server/documents/format.ts'
import { priceWords } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import * as m from '#words/messages.js'
import { readNextSeasons, selectSuccessors } from '../next-season.ts'
import { type Outgrown, selectOutgrown } from './announce-queries.ts'
import { type ChargeRow, selectOptionalCharge, selectOptionalChargeOf } from './charge-queries.ts'
import { chargeDay, TRIES } from './renewal-days.ts'

interface Announced {
  readonly memberId: string
  readonly orgId: string
  readonly endDate: string
}

interface Failed {
  readonly chargeId: string
  /** The attempt it is about. */
  readonly tries: number
}

/** The mails about renewals; each is built when it is sent. */
export const renewalMails = (db: Db, publicUrl: string) => ({
  'renewal-announced': (data: Announced) => announcedMail(db, publicUrl, data),
  'renewal-failed': (data: Failed) => failedMail(db, publicUrl, data),
  'renewal-ended': (data: Announced & { readonly membershipIds: readonly string[] }) => endedMail(db, publicUrl, data),
  'renewal-outgrown': (data: Announced) => outgrownMail(db, publicUrl, data),
})

/**
 * Announces a charge: for whom, how much, when, which card, and how to decline. Null if nothing will be charged any
 * more.
 */
async function announcedMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId, endDate }: Announced,
): Promise<MailDraft | null> {
  const charge = await selectOptionalChargeOf(db, { payerId: memberId, orgId, endDate })
  if (!charge?.nextTry || (charge.status !== 'announced' && charge.status !== 'failing')) return null
  const facts = await factsOf(db, charge)
  if (!facts) return null
  const { member, locale, club, replyTo, lines, prefix, notice } = facts
  const day = formatDay(charge.nextTry, locale)
  const amount = totalOf(lines, locale)
  const card = cardOf(lines)
  return {
    to: { name: fullName(member), address: member.email },
    orgId,
    replyTo,
    subject: prefix + m.mail_renewal_announced_subject({ club, day }, { locale }),
    content: {
      locale,
      sender: club,
      preview: m.mail_renewal_announced_preview({ amount, day }, { locale }),
      heading: m.mail_renewal_announced_heading({ name: member.firstName }, { locale }),
      ...notice,
      paragraphs: [
        m.mail_renewal_announced_text({ club, end: formatDay(endDate, locale), amount, day, card }, { locale }),
        m.mail_renewal_announced_no({}, { locale }),
      ],
      tables: [tableOf(lines, locale)],
      button: { label: m.mail_renewal_announced_button({}, { locale }), url: `${publicUrl}/memberships` },
      why: m.mail_why_auto_renewal({ club }, { locale }),
    },
  }
}

/**
 * Reports a declined card: when it is tried again, or that it is not, and how to pay with another. Null once it is
 * paid.
 */
async function failedMail(db: Db, publicUrl: string, { chargeId, tries }: Failed): Promise<MailDraft | null> {
  const charge = await selectOptionalCharge(db, chargeId)
  if (!charge || charge.status === 'paid') return null
  const facts = await factsOf(db, charge)
  if (!facts) return null
  const { member, locale, club, orgId, replyTo, lines, prefix, notice } = facts
  const over = charge.status === 'given_up' || tries >= TRIES
  const amount = totalOf(lines, locale)
  const card = cardOf(lines)
  const end = formatDay(charge.endDate, locale)
  const next = charge.nextTry && !over ? formatDay(charge.nextTry, locale) : null
  return {
    to: { name: fullName(member), address: member.email },
    orgId,
    replyTo,
    subject: prefix + (over ? m.mail_renewal_given_up_subject : m.mail_renewal_failed_subject)({ club }, { locale }),
    content: {
      locale,
      sender: club,
      preview: (over ? m.mail_renewal_given_up_preview : m.mail_renewal_failed_preview)({}, { locale }),
      heading: m.mail_renewal_failed_heading({ name: member.firstName }, { locale }),
      ...notice,
      paragraphs: [
        m.mail_renewal_failed_text({ card, amount, club }, { locale }),
        ...(next ? [m.mail_renewal_failed_next({ day: next }, { locale })] : []),
        ...(over ? [m.mail_renewal_given_up_text({ end }, { locale })] : []),
      ],
      tables: [tableOf(lines, locale)],
      button: {
        label: (over ? m.mail_membership_renew_button : m.mail_renewal_failed_button)({}, { locale }),
        url: over ? `${publicUrl}/membership/new?orgId=${charge.orgId}` : `${publicUrl}/memberships`,
      },
      why: m.mail_why_auto_renewal({ club }, { locale }),
    },
  }
}

/** Tells a payer that memberships ended without being renewed, and automatic renewal with them. */
async function endedMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId, endDate, membershipIds }: Announced & { readonly membershipIds: readonly string[] },
): Promise<MailDraft | null> {
  const [member, organisation, names] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectHolderNames(db, membershipIds),
  ])
  if (!member?.email) return null
  const locale = languageOf(member)
  const club = organisation.name
  return {
    to: { name: fullName(member), address: member.email },
    orgId,
    replyTo: organisation.contactEmail,
    subject: m.mail_renewal_ended_subject({ club }, { locale }),
    content: {
      locale,
      sender: club,
      preview: m.mail_renewal_ended_preview({}, { locale }),
      heading: m.mail_renewal_outgrown_heading({ name: member.firstName }, { locale }),
      paragraphs: [
        m.mail_renewal_ended_text(
          { club, names: formatList(names, locale), end: formatDay(endDate, locale) },
          { locale },
        ),
        m.mail_renewal_ended_next({}, { locale }),
      ],
      button: {
        label: m.mail_renewal_ended_button({}, { locale }),
        url: `${publicUrl}/membership/new?orgId=${orgId}`,
      },
      why: m.mail_why_auto_renewal({ club }, { locale }),
    },
  }
}

async function selectHolderNames(db: Db, membershipIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select trim(members.first_name || ' ' || members.last_name) as name
    from memberships join members on members.id = memberships.member_id
    where memberships.id = any(${sql.param([...membershipIds])}::uuid[])
    order by members.parent_id nulls first, members.date_of_birth, members.id`)
  return rows.map(({ name }) => name)
}

/**
 * Tells a payer whom their card does not renew because of age, and what fits instead. Null once all of them have
 * something else.
 */
async function outgrownMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId, endDate }: Announced,
): Promise<MailDraft | null> {
  const today = copenhagenDate(await portalNow(db))
  const [member, organisation, successors] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectSuccessors(db, { orgId, endDate, onSaleBy: chargeDay(endDate, today) }),
  ])
  const people = await selectOutgrown(db, { payerId: memberId, orgId, endDate }, successors)
  if (!member?.email || people.length === 0) return null
  const locale = languageOf(member)
  const club = organisation.name
  const next = await readNextSeasons(
    db,
    people.map(({ membershipId }) => membershipId),
  )
  const lines = people.flatMap(({ membershipId, memberId: holder }) => {
    const season = next.get(membershipId)
    return season ? [`${holder}.${season.id}`] : []
  })
  return {
    to: { name: fullName(member), address: member.email },
    orgId: organisation.id,
    replyTo: organisation.contactEmail,
    subject: m.mail_renewal_outgrown_subject({ club }, { locale }),
    content: {
      locale,
      sender: club,
      preview: m.mail_renewal_outgrown_preview({}, { locale }),
      heading: m.mail_renewal_outgrown_heading({ name: member.firstName }, { locale }),
      paragraphs: [m.mail_renewal_outgrown_text({ club, day: formatDay(endDate, locale) }, { locale })],
      tables: [
        {
          title: m.mail_renewal_outgrown_instead({}, { locale }),
          rows: people.map((person) => {
            const season = next.get(person.membershipId)
            return {
              label: person.name,
              details: [
                person.birthDateKnown
                  ? m.mail_renewal_outgrown_ages(
                      { title: textIn(person.title, locale), ages: agesOf(person, locale) },
                      { locale },
                    )
                  : m.mail_renewal_outgrown_birth_date({ title: textIn(person.title, locale) }, { locale }),
              ],
              value: season
                ? `${textIn(season.nameTexts, locale)}, ${priceWords(season.total, season.currency, locale)}`
                : m.mail_renewal_outgrown_nothing({}, { locale }),
            }
          }),
        },
      ],
      button: {
        label: m.mail_membership_renew_button({}, { locale }),
        url: `${publicUrl}/membership/new?${lines.length > 0 ? `lines=${lines.join('~')}` : `orgId=${orgId}`}`,
      },
      why: m.mail_why_auto_renewal({ club }, { locale }),
    },
  }
}

const agesOf = ({ minAge, maxAge }: Pick<Outgrown, 'minAge' | 'maxAge'>, locale: Language): string =>
  minAge !== null && maxAge !== null
    ? m.membership_ages_between({ min: minAge, max: maxAge }, { locale })
    : minAge !== null
      ? m.membership_ages_from({ min: minAge }, { locale })
      : m.membership_ages_until({ max: maxAge ?? 0 }, { locale })

async function factsOf(db: Db, charge: ChargeRow) {
  const [member, organisation, lines, payment] = await Promise.all([
    selectOptionalMember(db, charge.payerId),
    selectOrganisation(db, charge.orgId),
    selectRenewedLines(db, charge.id),
    selectOptionalConfiguration(db, charge.orgId),
  ])
  if (!member?.email || lines.length === 0) return null
  const locale = languageOf(member)
  return {
    member: { ...member, email: member.email },
    locale,
    ...(payment?.testMode
      ? {
          prefix: `${m.order_test_mode({}, { locale })} – `,
          notice: { notice: m.order_test_mode_explained({}, { locale }) },
        }
      : { prefix: '', notice: {} }),
    club: organisation.name,
    orgId: organisation.id,
    replyTo: organisation.contactEmail,
    lines,
  }
}

const totalOf = (lines: readonly RenewedLine[], locale: Language): string =>
  formatMoney(
    lines.reduce((sum, line) => sum + line.amount, 0),
    lines[0]!.currency,
    locale,
  )

const cardOf = (lines: readonly RenewedLine[]): string => lines.find(({ cardLabel }) => cardLabel)?.cardLabel ?? ''

const tableOf = (lines: readonly RenewedLine[], locale: Language): MailTable => ({
  rows: [
    ...lines.map((line) => ({
      label: textIn(line.title, locale),
      details: [line.name, formatPeriod(line.startDate, line.endDate, locale)],
      value: priceWords(line.amount, line.currency, locale),
    })),
    { label: m.receipt_total({}, { locale }), value: totalOf(lines, locale), strong: true },
  ],
})

interface RenewedLine {
  readonly name: string
  readonly title: LocalText
  readonly startDate: string
  readonly endDate: string
  /** Øre. */
  readonly amount: number
  readonly currency: string
  readonly cardLabel: string | null
}

/** The people on a charge, the payer first, with what is bought for each. */
async function selectRenewedLines(db: Db, chargeId: string): Promise<RenewedLine[]> {
  const { rows } = await db.execute(sql`
    select trim(members.first_name || ' ' || members.last_name) as name, next.name_texts as title,
      next.start_date::text as "startDate", next.end_date::text as "endDate", renewals.amount::float8 as amount, organisations.currency,
      coalesce(cards.label, (
        select label from saved_cards where org_id = charges.org_id and member_id = charges.payer_id order by created_at desc limit 1
      )) as "cardLabel"
    from renewals
    join renewal_charges charges on charges.id = renewals.charge_id
    join organisations on organisations.id = charges.org_id
    join members on members.id = renewals.member_id
    join memberships on memberships.id = renewals.membership_id
    join membership_configurations next on next.id = renewals.configuration_id
    left join saved_cards cards on cards.saved_card_identifier = memberships.saved_card_identifier
      and cards.member_id = charges.payer_id and cards.deleted_at is null
    where renewals.charge_id = ${chargeId} and renewals.withdrawn_at is null
    order by members.id = charges.payer_id desc, members.date_of_birth, members.id`)
  return rows as unknown as RenewedLine[]
}
