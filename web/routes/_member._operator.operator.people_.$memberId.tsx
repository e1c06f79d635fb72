import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { fullName } from '#contract/members/full-name.ts'
import { PersonData } from '#web/features/privacy/person-data.tsx'
import { erasureQuery } from '#web/features/privacy/queries.ts'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/people_/$memberId')({
  component: PersonPage,
  staticData: {
    name: 'operatorPerson',
    title: m.operator_person_data,
    crumbs: [{ label: m.title_operator_people, to: paths.operatorPeople() }],
  },
})

/** Data about a person, for an operator who answers them. */
function PersonPage() {
  const { memberId } = Route.useParams()
  const { data } = useQuery(erasureQuery(memberId, 'operator'))
  const title = data ? m.own_data_of({ name: fullName(data.person) }) : m.operator_person_data()
  usePageTitle(title)
  return (
    <Stack gap="lg">
      <PageHeader title={title} subtitle={m.operator_person_data_subtitle()} />
      <PersonData memberId={memberId} by="operator" />
    </Stack>
  )
}
