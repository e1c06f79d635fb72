import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Register } from '#web/features/people/register.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/')({
  component: ClubMembersPage,
  staticData: { name: 'clubMembers', title: m.title_club_members },
})

function ClubMembersPage() {
  const { club, can, readOnly } = useOffice()
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_club_members()}
        actions={
          <>
            <ButtonLink to={paths.teams(club.key)} variant="default">
              {m.title_teams()}
            </ButtonLink>
            {can('members.write') && !readOnly && (
              <ButtonLink to={paths.memberImports(club.key)} variant="default">
                {m.import_title()}
              </ButtonLink>
            )}
            <ButtonLink to={paths.duplicates(club.key)} variant="default">
              {m.duplicates_title()}
            </ButtonLink>
            <ButtonLink to={paths.office(club.key, 'members/fields')} variant="default">
              {m.register_fields()}
            </ButtonLink>
            {can('members.add') && !readOnly && (
              <ButtonLink to={paths.addByHand(club.key)}>{m.title_office_add()}</ButtonLink>
            )}
          </>
        }
      />
      <Register key={club.id} club={club} mayWrite={can('members.write')} />
    </Stack>
  )
}
