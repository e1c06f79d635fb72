import type { MantineColor } from '@mantine/core'
import type { Condition } from '#contract/filters.ts'
import { type ClubMember, memberFilterFields, type RegisterStatus } from '#contract/memberships/club-members.ts'
import { choiceField, type Fields } from '#web/ui/data-list/filter-sentence.ts'
import { formatShortDate, inSentence } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { membershipStates } from '../words.ts'

/** Who is inactive at a club has paid a season that begins later. */
const statuses: Record<RegisterStatus, { readonly label: () => string; readonly color: MantineColor }> = {
  ...membershipStates,
  inactive: membershipStates.coming,
  none: { label: m.club_members_status_none, color: 'gray' },
}

/** A person's status at their club: in a badge, with a colour, and within a sentence. */
export function memberStatus(status: RegisterStatus) {
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

/** A club's own words to filter by. */
interface OwnWords {
  readonly tags: readonly { readonly tag: string }[]
  /** Values of its own fields. */
  readonly own: readonly { readonly value: string; readonly label: string }[]
  /** By id. */
  readonly teams: readonly { readonly value: string; readonly label: string }[]
  /** Whether the caller sees who owes something. */
  readonly money: boolean
}

export function memberFields(seasons: readonly Season[], words: OwnWords): Fields {
  const { name, number, age, born, membership, renewal, leaving, since, tags, team } = memberFilterFields
  const { source, leftOn, email, phone, city, postCode } = memberFilterFields
  return {
    status: choiceField(m.club_members_status(), statusWords),
    age: { ...age, label: m.club_members_age(), says: ageWords },
    membership: {
      ...membership,
      label: m.club_members_season(),
      options: seasons.map(({ id, name: season }) => ({ value: id, label: season })),
    },
    ...(words.tags.length > 0 && {
      tags: {
        ...tags,
        label: m.club_members_tags(),
        options: words.tags.map(({ tag }) => ({ value: tag, label: tag })),
      },
    }),
    ...(words.own.length > 0 && {
      own: choiceField(
        m.club_members_own(),
        Object.fromEntries(words.own.map(({ value, label }) => [value, () => label])),
      ),
    }),
    ...(words.teams.length > 0 && { team: { ...team, label: m.club_members_team(), options: words.teams } }),
    guardian: choiceField(m.club_members_guardian(), guardians),
    renewal: { ...renewal, label: m.club_members_renewal(), options: optionsOf(renewal.choices, renewals) },
    leaving: { ...leaving, label: m.club_members_leaving(), options: optionsOf(leaving.choices, leavings) },
    since: { ...since, label: m.club_members_since() },
    source: { ...source, label: m.club_members_source(), options: optionsOf(source.choices, sourceWords) },
    ...(words.money && { owes: choiceField(m.club_members_owes(), debtors) }),
    left: choiceField(m.club_members_left(), leavers),
    leftOn: { ...leftOn, label: m.club_members_left_on() },
    managed: choiceField(m.club_members_managed(), keepers),
    name: { ...name, label: m.club_members_name() },
    number: { ...number, label: m.club_members_number() },
    born: {
      ...born,
      label: m.club_members_birth_date(),
      says: ({ op }) => (op === 'empty' ? m.club_members_born_empty() : undefined),
    },
    email: { ...email, label: m.club_members_email() },
    phone: { ...phone, label: m.profile_phone() },
    postCode: { ...postCode, label: m.club_members_post_code() },
    city: { ...city, label: m.club_members_city() },
  }
}

type Choices<K extends 'guardian' | 'managed' | 'owes' | 'left' | 'renewal' | 'leaving' | 'source'> = Readonly<
  Record<(typeof memberFilterFields)[K]['choices'][number], () => string>
>

export const sourceWords = {
  joined: m.club_members_source_joined,
  bought: m.club_members_source_bought,
  imported: m.club_members_source_imported,
  added: m.club_members_source_added,
  asked: m.club_members_source_asked,
} satisfies Choices<'source'>

const guardians: Choices<'guardian'> = { some: m.club_members_guardian_some, none: m.club_members_guardian_none }
const keepers: Choices<'managed'> = { office: m.club_members_managed_office, person: m.club_members_managed_person }
const debtors: Choices<'owes'> = { some: m.club_members_owes_some, none: m.club_members_owes_none }
const leavers: Choices<'left'> = { left: m.club_members_left_left, here: m.club_members_left_here }

const renewals = {
  card: m.club_members_renewal_card,
  failed: m.club_members_renewal_failed,
  none: m.club_members_renewal_none,
} satisfies Choices<'renewal'>

const leavings = {
  declined: m.club_members_renewal_failed,
  grace: m.club_members_leaving_grace,
  lost: m.club_members_leaving_lost,
} satisfies Choices<'leaving'>

const optionsOf = <Value extends string>(choices: readonly Value[], words: Readonly<Record<Value, () => string>>) =>
  choices.map((value) => ({ value, label: words[value]() }))

const statusWords = Object.fromEntries(
  memberFilterFields.status.choices.map((value) => [value, () => memberStatus(value).within]),
)

function ageWords(condition: Condition): string | undefined {
  if (condition.op === 'below') return m.club_members_under({ age: condition.value })
  if (condition.op === 'from') return m.club_members_over({ age: condition.value })
  if (condition.op === 'between') return m.club_members_ages({ from: condition.from, to: condition.to })
  return undefined
}
