import { Chip, Fieldset, Group } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface Props {
  readonly legend: string
  readonly people: readonly { readonly value: string | null; readonly label: string; readonly icon?: ReactNode }[]
  /** Null: everybody. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Chooses one person of a family, or everybody. */
export function PeopleChips({ legend, people, value, onChange }: Props) {
  // Of one name, so that arrows move through them.
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
