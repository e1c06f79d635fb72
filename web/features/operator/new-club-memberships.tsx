import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { IconTrash } from '#web/ui/icons/index.ts'
import { clubTemplates } from '#contract/organisations/templates.ts'
import { MoneyField } from '#web/ui/fields/money-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { m } from '#words/messages.js'
import { daysFault, type NewClubDraft, priceOf, proposedMemberships } from './new-club-draft.ts'

interface Props {
  readonly draft: NewClubDraft
  readonly onChange: (changes: Partial<NewClubDraft>) => void
  readonly showErrors: boolean
}

type Typed = NewClubDraft['memberships'][number]

const templateNames = {
  sports: m.club_template_sports,
  choir: m.club_template_choir,
  association: m.club_template_association,
  none: m.operator_template_none,
}

/** The first memberships, from a template; names, prices and days can be changed. */
export function MembershipsStep({ draft, onChange, showErrors }: Props) {
  const { template, memberships } = draft
  const change = (at: number, changes: Partial<Typed>) =>
    onChange({ memberships: memberships.map((one, index) => (index === at ? { ...one, ...changes } : one)) })
  return (
    <Stack gap="lg">
      <Select
        label={m.operator_template()}
        description={m.operator_new_memberships_hint()}
        data={([...clubTemplates, 'none'] as const).map((value) => ({ value, label: templateNames[value]() }))}
        value={template}
        allowDeselect={false}
        maw={320}
        onChange={(value) => {
          const chosen = clubTemplates.find((each) => each === value)
          onChange({ template: chosen ?? 'none', memberships: chosen ? proposedMemberships(chosen) : [] })
        }}
      />
      {memberships.map((one, at) => (
        <Stack key={`${one.series} ${at}`} role="group" aria-label={one.name} gap={6}>
          <Group align="flex-start" gap="sm">
            <TextInput
              label={m.operator_membership_name()}
              value={one.name}
              limit={100}
              flex="1 1 180px"
              error={showErrors && one.name.trim() === '' && m.operator_new_required()}
              onChange={({ currentTarget: { value } }) => change(at, { name: value })}
            />
            <MoneyField
              label={m.operator_membership_price()}
              value={one.price}
              w={150}
              error={priceOf(one.price) === null && m.operator_membership_price_wrong()}
              onChange={(price) => change(at, { price })}
            />
            {(['startDate', 'endDate'] as const).map((day) => (
              <TextInput
                key={day}
                type="date"
                label={day === 'startDate' ? m.season_start() : m.season_end()}
                value={one[day]}
                w={160}
                error={showErrors && dayFault(one, day)}
                onChange={({ currentTarget: { value } }) => change(at, { [day]: value })}
              />
            ))}
            <ActionIcon
              mt={28}
              aria-label={m.operator_membership_remove({ name: one.name })}
              onClick={() => onChange({ memberships: memberships.filter((_, index) => index !== at) })}
            >
              <IconTrash size={20} stroke={1.7} />
            </ActionIcon>
          </Group>
          {agesOf(one) && (
            <Text size="sm" c="dimmed">
              {agesOf(one)}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  )
}

function dayFault(one: Typed, day: 'startDate' | 'endDate'): string | false {
  const fault = daysFault(one)
  if (!fault || (fault === 'start') !== (day === 'startDate')) return false
  return {
    start: m.field_date,
    end: m.field_date,
    reversed: m.season_fault_ends_before_start,
    long: m.season_fault_longer_than_two_years,
  }[fault]()
}

function agesOf({ minAge: min, maxAge: max }: Typed): string {
  if (min === null && max === null) return ''
  const ages =
    min === null
      ? m.operator_ages_to({ max: max! })
      : max === null
        ? m.operator_ages_from({ min })
        : m.operator_ages_between({ min, max })
  return m.operator_membership_ages({ ages })
}
