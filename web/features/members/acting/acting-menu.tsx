import { Group, Menu, Text } from '@mantine/core'
import { IconCheck, IconHistory, IconUsersGroup } from '#web/ui/icons/index.ts'
import type { FamilyPerson } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { startActing } from '#web/api/acting/change-acting.ts'
import { useMemberImage } from '#web/api/files.ts'
import { paths } from '#web/paths.ts'
import { ButtonTarget, type OpenedByButton } from '#web/ui/dialogs/menu-button.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { fullName, permissionWords } from '../words.ts'

interface ActingMenuProps extends OpenedByButton {
  readonly member: Member
  readonly people: readonly FamilyPerson[]
  readonly chosen: Member | null
}

/** Who the user can act for, with themselves first. */
export function ActingMenu({ member, people, chosen, opened, onChange, button, id }: ActingMenuProps) {
  const choose = (memberId: string) => startActing(people.find((person) => person.member.id === memberId) ?? null)
  return (
    <Menu opened={opened} onChange={onChange} id={id} position="bottom-end" width={320}>
      <Menu.Target>
        <ButtonTarget button={button} />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={`${id}-target`}>
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
  )
}

interface PersonProps {
  readonly member: Member
  readonly name: string
  readonly detail: string
}

const Person = ({ member, name, detail }: PersonProps) => (
  <Menu.RadioItem value={member.id} closeMenuOnClick checkIcon={<IconCheck aria-hidden size={16} stroke={2.4} />}>
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
