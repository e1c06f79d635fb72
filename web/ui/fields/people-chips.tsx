import { Chip, Fieldset, Group } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface Props {
  readonly legend: string
  readonly people: readonly { readonly value: string | null; readonly label: string; readonly icon?: ReactNode }[]
  /** Null means everybody. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Selects one person of a family, or everybody. */
export function PeopleChips({ legend, people, value, onChange }: Props) {
  // One name for all, so that the arrow keys move between them.
  const name = useId()
  return (
    <Fieldset variant="unstyled" legend={legend}>
      <Chip.Group value={value ?? ''} onChange={(chosen) => onChange(chosen || null)}>
        <Group gap="xs">
          {people.map((person) => (
            <Chip key={person.value} name={name} value={person.value ?? ''} icon={null}>
              <Group component="span" gap="xs" wrap="nowrap">
                {person.icon}
                <span>{person.label}</span>
              </Group>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Fieldset>
  )
}
