import { textIn } from '#contract/local-text.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { callName, fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { formatDay, formatPeriod } from '#server/documents/format.ts'
import { priceWords } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { graceEnd } from '../grace.ts'
import { readNextSeasons } from '../next-season.ts'
import { selectEndingTerms } from './reminder-queries.ts'

export interface Renewal {
  readonly memberId: string
  readonly orgId: string
  /** The last day of the ending membership. */
  readonly endDate: string
  /** It is about trials, after which people become members. */
  readonly joins?: boolean
}

/**
 * The reminder that memberships of a member or their participants end, or are in their grace period, with what each of them can renew
 * with now and its price. Null if that is nothing: all were renewed since, or what fits them is not on sale.
 */
export async function renewalMail(db: Db, publicUrl: string, renewal: Renewal): Promise<MailDraft | null> {
  const { memberId, orgId, endDate, joins = false } = renewal
  const [member, organisation, all, now] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectEndingTerms(db, renewal),
    portalNow(db),
  ])
  const people = [...Map.groupBy(all, ({ membershipId }) => membershipId)].filter(
    ([, terms]) => terms.every(({ renews }) => !renews) === joins,
  )
  const seasons = await readNextSeasons(
    db,
    people.map(([membershipId]) => membershipId),
  )
  const ending = people.flatMap(([membershipId, terms]) => {
    const next = seasons.get(membershipId)
    const { memberId: holder, name } = terms[0]!
    return next?.sale === 'on_sale' ? [{ holder, name, terms, next }] : []
  })
  if (!member?.email || ending.length === 0) return null
  const locale = languageOf(member)
  const club = organisation.name
  const day = formatDay(endDate, locale)
  const isOver = copenhagenDate(now) > endDate
  const hasBegun = ending.every(({ next }) => next.startDate <= copenhagenDate(now))
  const words = wordsOf(joins, isOver, hasBegun)
  const facts = {
    club,
    day,
    grace: formatDay(graceEnd(endDate, organisation.graceDays), locale),
    name: callName(member),
  }
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: words.subject(facts, { locale }),
    about: ending.map(({ name }) => name),
    heading: words.heading(facts, { locale }),
    preview: words.preview({}, { locale }),
    paragraphs: [words.text(facts, { locale })],
    tables: [
      {
        rows: ending.map(({ name, terms }) => ({
          label: name,
          details: terms.map(({ title }) => textIn(title, locale)),
          value: m.mail_membership_renew_until({ day }, { locale }),
        })),
      },
      {
        title: words.next({}, { locale }),
        rows: ending.map(({ name, next }) => ({
          label: name,
          details: [textIn(next.nameTexts, locale), formatPeriod(next.startDate, next.endDate, locale)],
          value: priceWords(next.total, next.currency, locale),
        })),
      },
    ],
    button: {
      label: words.button({}, { locale }),
      url: `${publicUrl}/membership/new?lines=${ending.map(({ holder, next }) => `${holder}.${next.id}`).join('~')}${joins ? '' : '&renews=true'}`,
    },
    why: m.mail_why_renewal({ club }, { locale }),
  })
}

const wordsOf = (joins: boolean, isOver: boolean, hasBegun: boolean) =>
  joins
    ? {
        subject: isOver ? m.mail_trial_ended_subject : m.mail_trial_ends_subject,
        preview: m.mail_trial_ends_preview,
        heading: m.mail_trial_ends_heading,
        text: isOver ? m.mail_trial_ended_text : m.mail_trial_ends_text,
        next: m.mail_trial_ends_next,
        button: m.mail_trial_ends_button,
      }
    : {
        subject: isOver ? m.mail_membership_grace_subject : m.mail_membership_renew_subject,
        preview: m.mail_membership_renew_preview,
        heading: m.mail_membership_renew_heading,
        text: isOver ? m.mail_membership_grace_text : m.mail_membership_renew_text,
        next: hasBegun ? m.mail_membership_renew_this : m.mail_membership_renew_next,
        button: m.mail_membership_renew_button,
      }
