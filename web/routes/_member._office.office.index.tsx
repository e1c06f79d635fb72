import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { myOfficesQuery } from '#web/features/office/queries.ts'
import { roleWords } from '#web/features/office/words.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { paths } from '#web/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** The clubs in whose office the user works; with one, its office. */
export const Route = createFileRoute('/_member/_office/office/')({
  loader: async () => {
    const [first, ...others] = await queryClient.ensureQueryData(myOfficesQuery)
    if (first && others.length === 0) throw redirect({ href: paths.office(first.club.key), replace: true })
  },
  component: Offices,
  staticData: { name: 'offices', title: m.nav_office },
})

function Offices() {
  const { data: offices = [] } = useQuery(myOfficesQuery)
  return (
    <Stack gap="lg">
      <PageHeader title={m.nav_office()} subtitle={m.offices_choose()} />
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {offices.map(({ club, roles, bySignIn }) => (
          <Card key={club.id} component={PlainLink} to={paths.office(club.key)}>
            <Group wrap="nowrap">
              <ClubMark club={club} />
              <div>
                <Text fw={650}>{club.name}</Text>
                <Text size="sm" c="dimmed">
                  {bySignIn ? m.office_by_sign_in() : roleWords(roles)}
                </Text>
              </div>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
