import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { fullName } from '#contract/members/full-name.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useSession } from '#web/api/session/session.ts'
import { PersonData } from '#web/features/privacy/person-data.tsx'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/my-profile_/data')({
  validateSearch: ({ person }: Record<string, unknown>): { person?: string } =>
    typeof person === 'string' && person ? { person } : {},
  component: OwnDataPage,
  staticData: {
    name: 'ownData',
    title: m.title_own_data,
    crumbs: [{ label: m.title_my_profile, to: paths.myProfile() }],
  },
})

/** Data about the user, or about their participant. */
function OwnDataPage() {
  const { member, signOut } = useSession()
  const { person = member.id } = Route.useSearch()
  const people = useQuery(peopleQuery(member.id))
  const other = person === member.id ? undefined : people.data?.find((one) => one.member.id === person)?.member
  const title = other ? m.own_data_of({ name: fullName(other) }) : m.title_own_data()
  usePageTitle(title)
  return (
    <Stack gap="lg">
      <PageHeader title={title} subtitle={m.own_data_subtitle()} />
      <PersonData
        key={person}
        memberId={person}
        by="themselves"
        {...(person === member.id && { onGone: () => void signOut() })}
      />
    </Stack>
  )
}
