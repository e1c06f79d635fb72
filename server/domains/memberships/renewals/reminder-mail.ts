import type { Language } from '#contract/values.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import type { MailDraft, MailTable } from '#server/domains/notifications/index.ts'
import { formatDay, formatPeriod } from '#server/documents/format.ts'
import { priceWords } from '#server/domains/orders/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { graceEnd } from '../grace.ts'
import { priceMembership } from '#contract/membership-price.ts'
import { type ConfigurationRow, selectConfigurations } from '../configuration-queries.ts'
import { selectEndingTerms } from './reminder-queries.ts'

export interface Renewal {
  readonly memberId: string
  readonly orgId: string
  /** The last day of the ending membership. */
  readonly endDate: string
}

/** The mail lists at most this many offers of the next season; the club's page shows them all. */
const OFFERS = 4

/**
 * The reminder that memberships of a member or their participants end, or are in their grace period, with the prices
 * of the next season. Null if all of them were renewed since.
 */
export async function renewalMail(db: Db, publicUrl: string, renewal: Renewal): Promise<MailDraft | null> {
  const { memberId, orgId, endDate } = renewal
  const [member, organisation, ending, configurations, now] = await Promise.all([
    selectOptionalMember(db, memberId),
    selectOrganisation(db, orgId),
    selectEndingTerms(db, renewal),
    selectConfigurations(db, [orgId]),
    portalNow(db),
  ])
  if (!member?.email || ending.length === 0) return null
  const locale = languageOf(member)
  const club = organisation.name
  const day = formatDay(endDate, locale)
  const today = copenhagenDate(now)
  const next = configurations
    .filter((one) => one.startDate > endDate && one.offerStartDate <= today && one.endDate >= today)
    .slice(0, OFFERS)
  const joins = ending.every(({ renews }) => !renews)
  const grace = today > endDate ? formatDay(graceEnd(endDate, organisation.graceDays), locale) : null
  return {
    to: { name: fullName(member), address: member.email },
    orgId: organisation.id,
    replyTo: organisation.contactEmail,
    subject: joins
      ? m.mail_trial_ends_subject({ club, day }, { locale })
      : grace
        ? m.mail_membership_grace_subject({ club, grace }, { locale })
        : m.mail_membership_renew_subject({ club, day }, { locale }),
    content: {
      locale,
      sender: club,
      preview: (joins ? m.mail_trial_ends_preview : m.mail_membership_renew_preview)({}, { locale }),
      heading: (joins ? m.mail_trial_ends_heading : m.mail_membership_renew_heading)(
        { name: member.firstName },
        { locale },
      ),
      paragraphs: [
        joins
          ? m.mail_trial_ends_text({ club, day }, { locale })
          : grace
            ? m.mail_membership_grace_text({ club, day, grace }, { locale })
            : m.mail_membership_renew_text({ club, day }, { locale }),
      ],
      tables: [
        {
          rows: [...Map.groupBy(ending, ({ id }) => id).values()].map((terms) => ({
            label: terms[0]!.name,
            details: terms.map(({ title }) => title),
            value: m.mail_membership_renew_until({ day }, { locale }),
          })),
        },
        ...(next.length > 0 ? [offersOf(next, locale)] : []),
      ],
      button: {
        label: (joins ? m.mail_trial_ends_button : m.mail_membership_renew_button)({}, { locale }),
        url: `${publicUrl}/membership/new?orgId=${orgId}${joins ? '' : '&renews=true'}`,
      },
      why: m.mail_why_renewal({ club }, { locale }),
    },
  }
}

/** The prices of the next season; its days are shown once if they are the same for all. */
function offersOf(next: readonly ConfigurationRow[], locale: Language): MailTable {
  const periods = next.map(({ startDate, endDate }) => formatPeriod(startDate, endDate, locale))
  const [period = ''] = periods
  const same = periods.every((one) => one === period)
  return {
    title: same
      ? // Non-breaking spaces keep each date of the heading on one line.
        m.mail_membership_renew_next_period({ period: period.replace(/(?<!–) /g, '\u00a0') }, { locale })
      : m.mail_membership_renew_next({}, { locale }),
    rows: next.map((one, at) => ({
      label: one.name,
      details: same ? [] : [periods[at]!],
      value: priceWords(priceMembership(one).total, one.currency, locale),
    })),
  }
}
