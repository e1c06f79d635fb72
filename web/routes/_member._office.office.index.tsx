import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useSearch } from '@tanstack/react-router'
import { queryClient } from '#web/api/query-client.ts'
import { myOfficesQuery } from '#web/features/office/queries.ts'
import { roleWords } from '#web/features/office/words.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { ClubSearch } from '#web/features/organisations/club-search.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { paths } from '#web/paths.ts'
import { PlainLink, useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

/** The clubs in whose office the user works; with one, its office. */
export const Route = createFileRoute('/_member/_office/office/')({
  loader: async ({ location }) => {
    const { q } = location.search as { q?: string }
    const { pages } = await queryClient.ensureInfiniteQueryData(myOfficesQuery(q))
    const [first, ...others] = pages.flat()
    if (first && others.length === 0 && !q) throw redirect({ href: paths.office(first.club.key), replace: true })
  },
  component: Offices,
  staticData: { name: 'offices', title: m.nav_office },
})

function Offices() {
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const list = useInfiniteQuery(myOfficesQuery(q))
  const offices = list.data?.pages.flat() ?? []
  const go = useNavigateTo()
  // Typing replaces the history entry.
  const search = (text: string) =>
    void go(paths.office(undefined, '', { q: text.trim() === '' ? undefined : text }), { replace: true, stay: true })
  return (
    <Stack gap="lg">
      <PageHeader title={m.nav_office()} subtitle={m.offices_choose()} />
      {(list.hasNextPage || list.data?.pages.length !== 1 || q !== '') && (
        <ClubSearch search={q} onSearch={search} found={offices.length} more={list.hasNextPage} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {offices.map(({ club, roles, bySignIn }) => (
          <Card key={club.id} component={PlainLink} to={paths.office(club.key)} data-list-row>
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
      <ShowMore pages={list} rowsOf={(page) => page} />
    </Stack>
  )
}
