import type { ClubField, ClubFieldKind } from '#contract/people/register.ts'
import { type TeamRole, teamRoles } from '#contract/people/teams.ts'
import { formatNumber, formatShortDate } from '#web/ui/words/format.ts'
import { readersText } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'

export const fieldLabel = ({ label }: Pick<ClubField, 'label'>): string => readersText(label)

export const kindWords: Readonly<Record<ClubFieldKind, () => string>> = {
  text: m.register_field_kind_text,
  number: m.register_field_kind_number,
  date: m.register_field_kind_date,
  choice: m.register_field_kind_choice,
  yes_no: m.register_field_kind_yes_no,
}

/** A person's value of an own field; empty without one. */
export function ownWords({ kind, options }: ClubField, value: string | number | boolean | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return (value ? m.history_value_yes : m.history_value_no)()
  if (typeof value === 'number') return formatNumber(value)
  if (kind === 'date') return formatShortDate(value)
  const option = options.find(({ da }) => da === value)
  return option ? readersText(option) : value
}

/** The choices of fields that have some, as the filter `own` takes them. */
export const ownOptions = (fields: readonly ClubField[]): { value: string; label: string }[] =>
  fields
    .filter(({ archived }) => !archived)
    .flatMap((field) => {
      const values = field.kind === 'choice' ? field.options.map(({ da }) => da) : field.kind === 'yes_no' ? [true] : []
      return values.map((value) => ({
        value: `${field.id}=${value}`,
        label: m.club_members_value({ field: fieldLabel(field), value: ownWords(field, value) }),
      }))
    })

export const teamRoleWords: Readonly<Record<TeamRole, () => string>> = {
  player: m.team_role_player,
  helper: m.team_role_helper,
  trainer: m.team_role_trainer,
}

export const roleData = () => teamRoles.map((value) => ({ value, label: teamRoleWords[value]() }))

/** A team with its season. */
export const teamName = ({ name, season }: { readonly name: string; readonly season: string }) =>
  [name, season].filter(Boolean).join(' · ')
