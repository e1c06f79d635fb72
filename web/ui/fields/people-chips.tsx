import { Chip, Fieldset, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly legend: string
  readonly people: readonly { readonly value: string | null; readonly label: string; readonly icon?: ReactNode }[]
  /** Null: everybody. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Chooses one person of a family, or everybody. */
export const PeopleChips = ({ legend, people, value, onChange }: Props) => (
  <Fieldset variant="unstyled" legend={legend}>
    <Chip.Group value={value ?? ''} onChange={(chosen) => onChange(chosen || null)}>
      <Group gap="xs">
        {people.map((person) => (
          <Chip key={person.value} value={person.value ?? ''} icon={null}>
            <Group component="span" gap="xs" wrap="nowrap">
              {person.icon}
              {person.label}
            </Group>
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </Fieldset>
)
