import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { ClubMembers } from '#web/features/memberships/club-members/club-members.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/')({
  component: ClubMembersPage,
  staticData: { name: 'clubMembers', title: m.title_club_members },
})

function ClubMembersPage() {
  const { club } = useOffice()
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_club_members()} />
      <ClubMembers key={club.id} club={club} />
    </Stack>
  )
}
