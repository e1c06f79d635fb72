import type { Condition } from '#contract/filters.ts'
import { type ClubMember, memberFilterFields } from '#contract/memberships/club-members.ts'
import type { MembershipStatus } from '#contract/memberships/memberships.ts'
import { choiceWords, type Fields } from '#web/ui/data-list/filter-sentence.ts'
import { formatShortDate, inSentence } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { membershipStates } from '../words.ts'

/** Who is inactive at a club has paid a season that begins later. */
const statuses: Record<MembershipStatus, (typeof membershipStates)[keyof typeof membershipStates]> = {
  ...membershipStates,
  inactive: membershipStates.coming,
}

/** A person's status at their club: in a badge, with a colour, and within a sentence. */
export function memberStatus(status: MembershipStatus) {
  const { label, color } = statuses[status]
  return { label: label(), within: inSentence(label()), color }
}

/** A status with its last day, where there is one. */
export function statusSentence({ status, statusUntil }: Pick<ClubMember, 'status' | 'statusUntil'>): string {
  const { label } = memberStatus(status)
  return statusUntil === null || status === 'inactive'
    ? label
    : m.club_members_status_until({ status: label, date: formatShortDate(statusUntil) })
}

interface Season {
  readonly id: string
  readonly name: string
}

export function memberFields(seasons: readonly Season[]): Fields {
  const { name, age, status, membership, renewal, leaving, since, email, phone, city, postCode } = memberFilterFields
  return {
    status: {
      ...status,
      label: m.club_members_status(),
      options: statusOptions(),
      says: (condition) => choiceWords(condition, { options: statusOptions() }),
    },
    age: { ...age, label: m.club_members_age(), says: ageWords },
    membership: {
      ...membership,
      label: m.club_members_season(),
      options: seasons.map(({ id, name: season }) => ({ value: id, label: season })),
    },
    renewal: { ...renewal, label: m.club_members_renewal(), options: optionsOf(renewal.choices, renewals) },
    leaving: { ...leaving, label: m.club_members_leaving(), options: optionsOf(leaving.choices, leavings) },
    since: { ...since, label: m.club_members_since() },
    name: { ...name, label: m.club_members_name() },
    email: { ...email, label: m.club_members_email() },
    phone: { ...phone, label: m.profile_phone() },
    postCode: { ...postCode, label: m.club_members_post_code() },
    city: { ...city, label: m.club_members_city() },
  }
}

const renewals = {
  card: m.club_members_renewal_card,
  failed: m.club_members_renewal_failed,
  none: m.club_members_renewal_none,
} satisfies Record<(typeof memberFilterFields.renewal.choices)[number], () => string>

const leavings = {
  declined: m.club_members_renewal_failed,
  grace: m.club_members_leaving_grace,
  lost: m.club_members_leaving_lost,
} satisfies Record<(typeof memberFilterFields.leaving.choices)[number], () => string>

const optionsOf = <Value extends string>(choices: readonly Value[], words: Readonly<Record<Value, () => string>>) =>
  choices.map((value) => ({ value, label: words[value]() }))

const statusOptions = () =>
  memberFilterFields.status.choices.map((value) => ({ value, label: memberStatus(value).within }))

function ageWords(condition: Condition): string | undefined {
  if (condition.op === 'below') return m.club_members_under({ age: condition.value })
  if (condition.op === 'from') return m.club_members_over({ age: condition.value })
  if (condition.op === 'between') return m.club_members_ages({ from: condition.from, to: condition.to })
  return undefined
}
