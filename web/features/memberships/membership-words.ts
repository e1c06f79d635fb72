import type { Membership, MembershipStatus, Term } from '#contract/memberships.ts'
import { formatDate, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { comingTerms } from './renewals/renewals.ts'

export interface StatusWords {
  label: string
  /** The reason and until when, in one sentence. */
  sentence: string
  color: 'teal' | 'coral' | 'gray' | 'red'
}

/** A membership's status in words: what it is, why, and until when. */
export function membershipWords(membership: Membership): StatusWords {
  const { status, statusUntil, overallStartDate, overallEndDate } = membership
  const [coming] = comingTerms(membership, today())
  // What has ended is of the past where another season is paid.
  if (coming && (status === 'expired' || status === 'grace')) return comingWords(coming.startDate)
  const until = statusUntil ?? overallEndDate
  const end = overallEndDate ?? statusUntil
  const words: Record<MembershipStatus, () => StatusWords> = {
    active: () => ({
      label: m.membership_active(),
      sentence: until ? m.membership_active_until({ date: formatDate(until) }) : m.membership_active(),
      color: 'teal',
    }),
    grace: () => ({
      label: m.membership_grace(),
      sentence: until ? m.membership_grace_until({ date: formatDate(until) }) : m.membership_grace(),
      color: 'coral',
    }),
    expired: () => ({
      label: m.membership_expired(),
      sentence: end ? m.membership_expired_on({ date: formatDate(end) }) : m.membership_expired(),
      color: 'coral',
    }),
    // Only paid seasons have dates: one that is paid ahead waits for its first day.
    inactive: () =>
      overallStartDate
        ? comingWords(overallStartDate)
        : { label: m.membership_inactive(), sentence: m.membership_inactive_because(), color: 'gray' },
    cancelled: () => ({ label: m.membership_cancelled(), sentence: m.membership_cancelled_because(), color: 'gray' }),
  }
  return words[status]()
}

const comingWords = (startDate: string): StatusWords => ({
  label: m.term_coming(),
  sentence: m.term_coming_from({ date: formatDate(startDate) }),
  color: 'teal',
})

/** One season's status on a day in Copenhagen (`YYYY-MM-DD`). A season that was paid passes by itself; others were not paid. */
export function termWords({ status, startDate, endDate }: Term, day: string): StatusWords {
  if (status === 'cancelled') {
    return { label: m.membership_cancelled(), sentence: m.membership_cancelled_because(), color: 'gray' }
  }
  if (status !== 'active') return { label: m.term_unpaid(), sentence: m.term_unpaid_because(), color: 'gray' }
  if (startDate > day) return comingWords(startDate)
  if (endDate < day) {
    return { label: m.term_ended(), sentence: m.term_ended_on({ date: formatDate(endDate) }), color: 'gray' }
  }
  return {
    label: m.membership_active(),
    sentence: m.membership_active_until({ date: formatDate(endDate) }),
    color: 'teal',
  }
}
