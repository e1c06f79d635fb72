import { ActionIcon, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { clubTemplates, membershipsOf } from '#contract/club-templates.ts'
import type { NewMembership } from '#contract/operator.ts'
import { formatPeriod, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { NewClubDraft } from './new-club-draft.ts'

interface Props {
  readonly draft: NewClubDraft
  readonly onChange: (changes: Partial<NewClubDraft>) => void
  readonly showErrors: boolean
}

const templateNames = {
  sports: m.operator_template_sports,
  choir: m.operator_template_choir,
  association: m.operator_template_association,
  none: m.operator_template_none,
}

/** The first memberships, from a template; names and prices can be changed. */
export function MembershipsStep({ draft, onChange, showErrors }: Props) {
  const { template, memberships } = draft
  const change = (at: number, changes: Partial<NewMembership>) =>
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
          onChange({ template: chosen ?? 'none', memberships: chosen ? membershipsOf(chosen, today()) : [] })
        }}
      />
      {memberships.map((one, at) => (
        <Stack key={one.series} gap={6}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={m.operator_membership_name()}
              value={one.name}
              maxLength={100}
              flex="1 1 180px"
              error={showErrors && one.name.trim() === '' && m.operator_new_required()}
              onChange={({ currentTarget: { value } }) => change(at, { name: value })}
            />
            <PriceField price={one.price} onChange={(price) => change(at, { price })} />
            <ActionIcon
              aria-label={m.operator_membership_remove({ name: one.name })}
              onClick={() => onChange({ memberships: memberships.filter((_, index) => index !== at) })}
            >
              <IconTrash size={20} stroke={1.7} />
            </ActionIcon>
          </Group>
          <Text size="sm" c="dimmed">
            {[m.operator_membership_season({ period: formatPeriod(one.startDate, one.endDate) }), agesOf(one)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Stack>
      ))}
    </Stack>
  )
}

/** Kroner as they are typed; what is no price keeps the last one. */
function PriceField({ price, onChange }: { readonly price: number; readonly onChange: (price: number) => void }) {
  const [typed, setTyped] = useState(() => String(price / 100).replace('.', ','))
  const kroner = Number(typed.replace(/\s/g, '').replace(',', '.'))
  const isWrong = typed.trim() === '' || !(kroner >= 0 && kroner <= 1_000_000)
  return (
    <TextInput
      label={m.operator_membership_price()}
      value={typed}
      inputMode="decimal"
      maxLength={12}
      w={150}
      error={isWrong && m.operator_membership_price_wrong()}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const next = Number(value.replace(/\s/g, '').replace(',', '.'))
        if (value.trim() !== '' && next >= 0 && next <= 1_000_000) onChange(Math.round(next * 100))
      }}
    />
  )
}

function agesOf({ minAge: min, maxAge: max }: NewMembership): string {
  if (min === null && max === null) return ''
  const ages =
    min === null
      ? m.operator_ages_to({ max: max! })
      : max === null
        ? m.operator_ages_from({ min })
        : m.operator_ages_between({ min, max })
  return m.operator_membership_ages({ ages })
}
