import { Button, Menu, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Register } from '#web/features/people/register.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/')({
  component: ClubMembersPage,
  staticData: { name: 'clubMembers', title: m.title_club_members },
})

function ClubMembersPage() {
  const { club, can, readOnly } = useOffice()
  const mayImport = can('members.write') && !readOnly
  const others = [
    { label: m.title_teams(), to: paths.teams(club.key) },
    ...(mayImport ? [{ label: m.import_title(), to: paths.memberImports(club.key) }] : []),
    { label: m.member_messages(), to: paths.memberMessages(club.key) },
    { label: m.duplicates_title(), to: paths.duplicates(club.key) },
    { label: m.register_fields(), to: paths.office(club.key, 'members/fields') },
  ]
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_club_members()}
        actions={
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default">{m.list_more()}</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map(({ label, to }) => (
                  <Menu.Item key={label} component={PlainLink} to={to}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            {can('members.add') && !readOnly && (
              <ButtonLink to={paths.addByHand(club.key)}>{m.title_office_add()}</ButtonLink>
            )}
          </>
        }
      />
      <Register key={club.id} club={club} mayWrite={can('members.write')} money={can('money.read')} />
    </Stack>
  )
}
