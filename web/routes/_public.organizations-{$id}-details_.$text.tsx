import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useSearch } from '@tanstack/react-router'
import { ClubTextPurpose } from '#contract/organisations/texts.ts'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { purposeWords } from '#web/features/organisations/club-text-links.tsx'
import { clubTextQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'

export const Route = createFileRoute('/_public/organizations-{$id}-details_/$text')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: async ({ params, location }) => {
    const { version }: { version?: unknown } = location.search
    const purpose = ClubTextPurpose.safeParse(params.text)
    if (!purpose.success) throw notFound()
    const query = clubTextQuery(params.id, purpose.data, Number(version) || null)
    await queryClient.ensureQueryData(query).catch((error: unknown) => {
      if (isGone(error)) throw notFound()
    })
  },
  component: ClubTextPage,
  staticData: { name: 'clubText', title: m.title_organizations },
})

const isGone = (error: unknown) => error instanceof ApiProblem && error.status === 404

/** A club's terms of sale, or its privacy text: today's version, or an earlier one. */
function ClubTextPage() {
  const { id, text } = Route.useParams()
  const purpose = ClubTextPurpose.parse(text)
  const { version }: { version?: unknown } = useSearch({ strict: false })
  const query = useQuery(clubTextQuery(id, purpose, Number(version) || null))
  usePageTitle(purposeWords[purpose]())
  const found = query.data
  if (query.error) return <QueryError order={1} query={query} />
  if (!found) return <SkeletonList rows={1} height={480} />
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.club_text_of({ text: purposeWords[purpose](), club: found.orgName })}
        subtitle={m.club_text_version({ version: found.version, date: formatDate(found.at) })}
      />
      {found.version < found.latest && (
        <Alert color="coral">
          <Text>{m.club_text_earlier()}</Text>
          <TextLink to={paths.clubText(id, purpose)}>{m.club_text_today()}</TextLink>
        </Alert>
      )}
      <Panel>
        <div lang={found.language} data-own-words>
          <Markdown text={found.text} />
        </div>
      </Panel>
      <TextLink to={paths.organisation(id)}>{m.club_text_to_club({ club: found.orgName })}</TextLink>
    </Stack>
  )
}
