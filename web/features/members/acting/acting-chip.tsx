import { Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconChevronDown, IconHistory, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import type { FamilyPerson } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { useActingState } from '#web/api/acting/acting.ts'
import { startActing } from '#web/api/acting/change-acting.ts'
import { useMemberImage } from '#web/api/files.ts'
import { peopleQuery } from '#web/api/acting/subject.ts'
import { paths } from '#web/paths.ts'
import { Initials } from '#web/ui/initials.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import c from './header-chip.module.css'
import { fullName, permissionWords } from '../words.ts'

/** Shows who the user acts for, and lets them switch. Hidden if there is nobody to act for. */
export function ActingChip({ member }: { member: Member }) {
  const { data: people } = useQuery(peopleQuery(member.id))
  const acting = useActingState().acting
  if (!acting && (people ?? []).length === 0) return null
  return <Chip member={member} people={people ?? []} chosen={acting?.member ?? null} />
}

interface ChipProps {
  readonly member: Member
  readonly people: readonly FamilyPerson[]
  readonly chosen: Member | null
}

function Chip({ member, people, chosen }: ChipProps) {
  const choose = (id: string) => startActing(people.find((person) => person.member.id === id) ?? null)
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <UnstyledButton
            className={c.chip}
            data-acting={chosen !== null}
            aria-label={m.acting_chip_label({ name: chosen ? fullName(chosen) : m.acting_yourself() })}
          >
            {/* `calc` keeps it at its size beside larger text. */}
            {chosen ? <Picture member={chosen} size="calc(26px)" /> : <IconUsers size={20} stroke={1.7} aria-hidden />}
            <span>{chosen ? chosen.firstName : m.acting_yourself()}</span>
            <IconChevronDown size={16} stroke={2} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{m.acting_choose()}</Menu.Label>
          <Menu.RadioGroup value={chosen?.id ?? member.id} onChange={choose}>
            <Person member={member} name={m.acting_yourself()} detail={fullName(member)} />
            {people.map((person) => (
              <Person
                key={person.member.id}
                member={person.member}
                name={fullName(person.member)}
                detail={permissionWords(person, people)}
              />
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            component={PlainLink}
            to={paths.participants()}
            leftSection={<IconUsersGroup size={18} stroke={1.7} aria-hidden />}
          >
            {m.title_participants()}
          </Menu.Item>
          <Menu.Item
            component={PlainLink}
            to={paths.acts()}
            leftSection={<IconHistory size={18} stroke={1.7} aria-hidden />}
          >
            {m.title_acts()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {/* Announces a change, also after the menu has closed. */}
      <VisuallyHidden role="status">{chosen ? m.acting_now_for({ name: fullName(chosen) }) : ''}</VisuallyHidden>
    </>
  )
}

interface PersonProps {
  readonly member: Member
  readonly name: string
  readonly detail: string
}

const Person = ({ member, name, detail }: PersonProps) => (
  <Menu.RadioItem value={member.id} closeMenuOnClick checkIcon={<IconCheck size={16} stroke={2.4} />}>
    <Group gap="sm" wrap="nowrap">
      <Picture member={member} size={36} />
      <span>
        {name}
        <Text component="span" display="block" size="xs" c="dimmed">
          {detail}
        </Text>
      </span>
    </Group>
  </Menu.RadioItem>
)

const Picture = ({ member, size }: { member: Member; size: number | string }) => (
  <Initials name={fullName(member)} size={size} light image={useMemberImage(member)} />
)
