import { Text, UnstyledButton, VisuallyHidden, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { m } from '#words/messages.js'
import { Hint } from '../hint.tsx'
import { Initials } from '../initials.tsx'
import c from './shell.module.css'

export interface Person {
  readonly name: string
  readonly email: string
  readonly image: string | null
}

type Props = { readonly person: Person } & UnstyledButtonProps & ComponentProps<'button'>

/** The user's photo or initials, with name and e-mail address. */
export const PersonButton = ({ person, ...props }: Props) => (
  <Hint
    label={
      <>
        {person.name}
        <br />
        {person.email}
      </>
    }
  >
    <UnstyledButton {...props} className={c.person}>
      <Initials name={person.name} image={person.image} size="clamp(36px, 2.25rem, 44px)" />
      <Text component="span" size="sm" fw={620} maw="22ch" truncate visibleFrom="lg">
        {person.name}
      </Text>
      <VisuallyHidden hiddenFrom="lg">{person.name}</VisuallyHidden>
      <VisuallyHidden>{m.shell_person_menu()}</VisuallyHidden>
    </UnstyledButton>
  </Hint>
)
