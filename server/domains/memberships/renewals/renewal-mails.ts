import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import { addDays, copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { sql } from '#server/database/sql.ts'
import { callName, fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft, type MailTable } from '#server/domains/notifications/index.ts'
import { formatDay, formatList, formatMoney, formatPeriod } from '#server/documents/format.ts'
import { priceWords } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { readNextSeasons, selectSuccessors } from '../next-season.ts'
import { type Outgrown, type RenewedLine, selectLeftByCard, selectOutgrown } from './announce-queries.ts'
import { type ChargeRow, selectOptionalCharge, selectOptionalChargeOf } from './charge-queries.ts'
import { chargeDay, isExpiredBy, lastTryDay, TRIES } from './renewal-days.ts'

interface Announced {
  readonly memberId: string
  readonly orgId: string
  readonly endDate: string
}

interface Ended extends Announced {
  readonly membershipIds: readonly string[]
  /** They hold a trial or an optional extra, which no card renews. */
  readonly notRenewable?: boolean
}

interface NotRenewed extends Announced {
  /** Missing: all of the payer's. */
  readonly membershipIds?: readonly string[]
}

interface AnnouncedAgain extends Announced {
  /** The amount announced before, in minor units; null or missing unless it rose. */
  readonly raisedFrom?: number | null
  /** How many charges the payer had before it; missing for none. */
  readonly earlier?: number
  /** The club has added these memberships' next season itself, so that the charge is not made for them. */
  readonly superseded?: { readonly chargeId: string; readonly membershipIds: readonly string[] }
}

interface Failed {
  readonly chargeId: string
  /** The attempt it is about. */
  readonly tries: number
  /** The card has run out. */
  readonly expired?: boolean
}

/** The mails about renewals; each is built when it is sent. */
export const renewalMails = (db: Db, publicUrl: string) => ({
  'renewal-announced': ({ superseded, ...data }: AnnouncedAgain) =>
    superseded ? supersededMail(db, publicUrl, data, superseded) : announcedMail(db, publicUrl, data),
  'renewal-card-expires': (data: Announced) => cardExpiresMail(db, publicUrl, data),
  'renewal-failed': (data: Failed) => failedMail(db, publicUrl, data),
  'renewal-ended': (data: Ended) => endedMail(db, publicUrl, data),
  'renewal-outgrown': (data: NotRenewed) => outgrownMail(db, publicUrl, data),
})

/**
 * Announces a charge: for whom, how much, when, which card, and how to decline. Null if nothing will be charged any
 * more.
 */
async function announcedMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId, endDate, raisedFrom = null, earlier = 0 }: AnnouncedAgain,
): Promise<MailDraft | null> {
  const charge = await selectOptionalChargeOf(db, { payerId: memberId, orgId, endDate }, earlier)
  if (!charge?.nextTry || (charge.status !== 'announced' && charge.status !== 'failing')) return null
  const facts = await factsOf(db, charge)
  if (!facts) return null
  const { member, locale, club, organisation, lines } = facts
  const day = formatDay(charge.nextTry, locale)
  const amount = totalOf(lines, locale)
  const { nextTry } = charge
  const left = lines.find(({ expires }) => expires !== null && isExpiredBy(expires, nextTry))
  const end = formatDay(endDate, locale)
  const starts = lines.map(({ startDate }) => startDate).toSorted()[0]!
  const say = left
    ? await otherCardWords(db, publicUrl, { lines, name: callName(member), locale, club, end, amount, day, left })
    : wordsOfAnnouncement(publicUrl, {
        name: callName(member),
        locale,
        club,
        end,
        amount,
        day,
        card: cardOf(lines),
        was: raisedFrom === null ? null : formatMoney(raisedFrom, lines[0]!.currency, locale),
      })
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: say.subject,
    about: lines.map(({ name }) => name),
    heading: say.heading,
    preview: m.mail_renewal_announced_preview({ amount, day }, { locale }),
    paragraphs: [
      ...say.paragraphs,
      ...(starts > addDays(endDate, 1) ? [m.renewal_starts_later({ day: formatDay(starts, locale) }, { locale })] : []),
    ],
    tables: [tableOf(lines, locale)],
    button: say.button,
    why: m.mail_why_auto_renewal({ club }, { locale }),
  })
}

/** Corrects an announcement: for whom nothing is charged, as the club has added their season, and what is charged for others. */
async function supersededMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId }: Announced,
  { chargeId, membershipIds }: NonNullable<AnnouncedAgain['superseded']>,
): Promise<MailDraft | null> {
  const [member, organisation, people, charge, others] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectHolderNames(db, membershipIds),
    selectOptionalCharge(db, chargeId),
    selectRenewedLines(db, chargeId),
  ])
  if (!member?.email) return null
  const locale = languageOf(member)
  const club = organisation.name
  const names = formatList(people, locale)
  const day = others.length > 0 && charge?.nextTry
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_renewal_superseded_subject({ club, names }, { locale }),
    heading: m.mail_renewal_outgrown_heading({ name: callName(member) }, { locale }),
    preview: m.mail_renewal_superseded_preview({}, { locale }),
    paragraphs: [
      m.mail_renewal_superseded_text({ club, names }, { locale }),
      m.mail_renewal_superseded_next({}, { locale }),
      ...(day
        ? [
            m.mail_renewal_superseded_others(
              { amount: totalOf(others, locale), day: formatDay(day, locale) },
              { locale },
            ),
          ]
        : []),
    ],
    tables: day ? [tableOf(others, locale)] : [],
    button: { label: m.mail_renewal_ended_button({}, { locale }), url: `${publicUrl}/memberships` },
    why: m.mail_why_auto_renewal({ club }, { locale }),
  })
}

interface AnnouncedFacts {
  readonly name: string
  readonly locale: Language
  readonly club: string
  readonly end: string
  readonly amount: string
  readonly day: string
}

/** @param was the amount that was announced before, if it rose */
function wordsOfAnnouncement(publicUrl: string, facts: AnnouncedFacts & { card: string; was: string | null }) {
  const { was, locale, ...said } = facts
  const url = `${publicUrl}/memberships`
  if (was === null)
    return {
      subject: m.mail_renewal_announced_subject(said, { locale }),
      heading: m.mail_renewal_announced_heading(said, { locale }),
      paragraphs: [m.mail_renewal_announced_text(said, { locale }), m.mail_renewal_announced_no({}, { locale })],
      button: { label: m.mail_renewal_announced_button({}, { locale }), url },
    }
  return {
    subject: m.mail_renewal_raised_subject({ ...said, was }, { locale }),
    heading: m.mail_renewal_raised_heading(said, { locale }),
    paragraphs: [m.mail_renewal_raised_text({ ...said, was }, { locale }), m.mail_renewal_raised_no({}, { locale })],
    button: { label: m.mail_renewal_raised_button({}, { locale }), url },
  }
}

/**
 * The words of a charge whose card expires before it, with the way to add another: the next season is bought with it, and renews with
 * it from then on.
 */
async function otherCardWords(
  db: Db,
  publicUrl: string,
  { lines, left, locale, ...said }: AnnouncedFacts & { lines: readonly RenewedLine[]; left: RenewedLine },
) {
  const { url, sold } = await readBasket(db, publicUrl, lines)
  const card = { card: left.cardLabel ?? '', expires: monthOf(left.expires ?? '') }
  return {
    subject: m.mail_renewal_card_subject(said, { locale }),
    heading: m.mail_renewal_card_heading(said, { locale }),
    paragraphs: [
      m.mail_renewal_card_text({ ...said, ...card }, { locale }),
      url || !sold
        ? m.mail_renewal_card_next({}, { locale })
        : m.mail_renewal_card_later({ day: formatDay(sold, locale) }, { locale }),
    ],
    button: url
      ? { label: m.mail_renewal_failed_button({}, { locale }), url: `${url}&autoRenewal=true` }
      : { label: m.mail_renewal_announced_button({}, { locale }), url: `${publicUrl}/memberships` },
  }
}

/** The page that has the next seasons of lines in its basket, null if none is on sale, and the day on which the last of them is. */
async function readBasket(db: Db, publicUrl: string, lines: readonly RenewedLine[]) {
  const seasons = await readNextSeasons(
    db,
    lines.map(({ membershipId }) => membershipId),
  )
  const toBuy = lines.flatMap(({ membershipId, memberId }) => {
    const next = seasons.get(membershipId)
    return next?.sale === 'on_sale' ? [`${memberId}.${next.id}`] : []
  })
  const sold = lines.flatMap(({ membershipId }) => seasons.get(membershipId)?.offerStartDate ?? [])
  return {
    url: toBuy.length > 0 ? `${publicUrl}/membership/new?lines=${toBuy.join('~')}&renews=true` : null,
    sold: sold.toSorted().at(-1),
  }
}

/** `2039-12` as printed on a card: `12/39`. */
const monthOf = (month: string): string => `${month.slice(5, 7)}/${month.slice(2, 4)}`

/** Warns a payer long before a charge that their card runs out first. Null once another card renews, or nothing does. */
async function cardExpiresMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId, endDate }: Announced,
): Promise<MailDraft | null> {
  const charge = chargeDay(endDate, copenhagenDate(await portalNow(db)))
  const [member, organisation, successors] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectSuccessors(db, { orgId, endDate, onSaleBy: charge }),
  ])
  const lines = await selectLeftByCard(db, { payerId: memberId, orgId, endDate }, charge, successors)
  if (!member?.email || lines.length === 0) return null
  const locale = languageOf(member)
  const club = organisation.name
  const say = await otherCardWords(db, publicUrl, {
    lines,
    left: lines[0]!,
    name: callName(member),
    locale,
    club,
    end: formatDay(endDate, locale),
    amount: totalOf(lines, locale),
    day: formatDay(charge, locale),
  })
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: say.subject,
    about: lines.map(({ name }) => name),
    heading: say.heading,
    preview: m.mail_renewal_card_preview({}, { locale }),
    paragraphs: say.paragraphs,
    tables: [tableOf(lines, locale)],
    button: say.button,
    why: m.mail_why_auto_renewal({ club }, { locale }),
  })
}

/**
 * Reports a declined card: when it is tried again, or that it is not, and how to pay with another. Null once it is
 * paid.
 */
async function failedMail(
  db: Db,
  publicUrl: string,
  { chargeId, tries, expired = false }: Failed,
): Promise<MailDraft | null> {
  const charge = await selectOptionalCharge(db, chargeId)
  if (!charge || charge.status === 'paid') return null
  const facts = await factsOf(db, charge)
  if (!facts) return null
  const { member, locale, club, organisation, lines } = facts
  const over = charge.status === 'given_up' || tries >= TRIES
  const amount = totalOf(lines, locale)
  const card = cardOf(lines)
  const end = formatDay(charge.endDate, locale)
  const next =
    charge.nextTry && !over
      ? expired
        ? m.mail_renewal_expired_next({ day: formatDay(lastTryDay(charge.nextTry, charge.tries), locale) }, { locale })
        : m.mail_renewal_failed_next({ day: formatDay(charge.nextTry, locale) }, { locale })
      : null
  const basket = over ? (await readBasket(db, publicUrl, lines)).url : null
  const subject = over
    ? m.mail_renewal_given_up_subject
    : expired
      ? m.mail_renewal_expired_subject
      : m.mail_renewal_failed_subject
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: subject({ club }, { locale }),
    about: lines.map(({ name }) => name),
    heading: m.mail_renewal_failed_heading({ name: callName(member) }, { locale }),
    preview: (over ? m.mail_renewal_given_up_preview : m.mail_renewal_failed_preview)({}, { locale }),
    paragraphs: [
      (expired ? m.mail_renewal_expired_text : m.mail_renewal_failed_text)({ card, amount, club, end }, { locale }),
      ...(next ? [next] : []),
      ...(over ? [m.mail_renewal_given_up_text({ end }, { locale })] : []),
    ],
    tables: [tableOf(lines, locale)],
    button: {
      label: (over ? m.mail_membership_renew_button : m.mail_renewal_failed_button)({}, { locale }),
      url: over ? (basket ?? `${publicUrl}/membership/new?orgId=${charge.orgId}`) : `${publicUrl}/memberships`,
    },
    why: m.mail_why_auto_renewal({ club }, { locale }),
  })
}

/** Mails a payer that memberships ended without being renewed, and automatic renewal with them. */
async function endedMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId, endDate, membershipIds, notRenewable = false }: Ended,
): Promise<MailDraft | null> {
  const [member, organisation, names] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectHolderNames(db, membershipIds),
  ])
  if (!member?.email) return null
  const locale = languageOf(member)
  const club = organisation.name
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_renewal_ended_subject({ club }, { locale }),
    about: names,
    heading: m.mail_renewal_outgrown_heading({ name: callName(member) }, { locale }),
    preview: (notRenewable ? m.mail_renewal_not_renewable_preview : m.mail_renewal_ended_preview)({}, { locale }),
    paragraphs: [
      (notRenewable ? m.mail_renewal_not_renewable_text : m.mail_renewal_ended_text)(
        { club, names: formatList(names, locale), end: formatDay(endDate, locale) },
        { locale },
      ),
      (notRenewable ? m.mail_renewal_not_renewable_next : m.mail_renewal_ended_next)({}, { locale }),
    ],
    button: {
      label: m.mail_renewal_ended_button({}, { locale }),
      url: `${publicUrl}/membership/new?orgId=${orgId}`,
    },
    why: m.mail_why_auto_renewal({ club }, { locale }),
  })
}

async function selectHolderNames(db: Db, membershipIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select ${fullNameOf('members')} as name
    from memberships join members on members.id = memberships.member_id
    where memberships.id = any(${sql.param([...membershipIds])}::uuid[])
    order by members.parent_id nulls first, members.date_of_birth, members.id`)
  return rows.map(({ name }) => name)
}

/**
 * Mails a payer whom their card does not renew because of age, and what fits instead. Null once all of them have
 * something else.
 */
async function outgrownMail(
  db: Db,
  publicUrl: string,
  { memberId, orgId, endDate, membershipIds }: NotRenewed,
): Promise<MailDraft | null> {
  const today = copenhagenDate(await portalNow(db))
  const [member, organisation, successors] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectSuccessors(db, { orgId, endDate, onSaleBy: chargeDay(endDate, today) }),
  ])
  const all = await selectOutgrown(db, { payerId: memberId, orgId, endDate }, successors)
  const people = membershipIds ? all.filter((one) => membershipIds.includes(one.membershipId)) : all
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
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_renewal_outgrown_subject({ club }, { locale }),
    about: people.map(({ name }) => name),
    heading: m.mail_renewal_outgrown_heading({ name: callName(member) }, { locale }),
    preview: m.mail_renewal_outgrown_preview({}, { locale }),
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
  })
}

const agesOf = ({ minAge, maxAge }: Pick<Outgrown, 'minAge' | 'maxAge'>, locale: Language): string =>
  minAge !== null && maxAge !== null
    ? m.membership_ages_between({ min: minAge, max: maxAge }, { locale })
    : minAge !== null
      ? m.membership_ages_from({ min: minAge }, { locale })
      : m.membership_ages_until({ max: maxAge ?? 0 }, { locale })

async function factsOf(db: Db, charge: ChargeRow) {
  const [member, organisation, lines] = await Promise.all([
    selectOptionalMember(db, charge.payerId),
    selectOrganisation(db, charge.orgId),
    selectRenewedLines(db, charge.id),
  ])
  if (!member?.email || lines.length === 0) return null
  const locale = languageOf(member)
  return {
    member: { ...member, email: member.email },
    locale,
    club: organisation.name,
    organisation,
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

/** The people on a charge, the payer first, with what is bought for each. */
async function selectRenewedLines(db: Db, chargeId: string): Promise<RenewedLine[]> {
  const { rows } = await db.execute(sql`
    select memberships.id as "membershipId", members.id as "memberId", cards.expires,
      ${fullNameOf('members')} as name, next.name_texts as title,
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
