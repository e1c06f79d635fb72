import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Member } from '#contract/members.ts'
import { fullName } from '#web/features/members/words.ts'
import { useMemberImage } from '#web/api/pictures/member-image.ts'
import { Initials } from '#web/ui/initials.tsx'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'

interface Props {
  person: Member | undefined
  isSelf: boolean
  children: ReactNode
}

/** A person with what is chosen for them. */
export function PersonRows({ person, isSelf, children }: Props) {
  const name = person ? fullName(person) : ''
  return (
    <div className={styles.person} role="group" aria-label={name}>
      <Group gap="sm" wrap="nowrap">
        {person && <PersonPicture person={person} size={44} />}
        <div className={styles.personName}>
          <Text fw={620}>{name}</Text>
          {isSelf && (
            <Text size="sm" c="dimmed">
              {m.buy_yourself()}
            </Text>
          )}
        </div>
      </Group>
      {children}
    </div>
  )
}

/** Beside the name of somebody for whom is bought. */
export const PersonPicture = ({ person, size }: { person: Member; size: number }) => (
  <Initials name={fullName(person)} size={size} light image={useMemberImage(person)} />
)
