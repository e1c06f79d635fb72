import { cutText } from '#contract/cut-text.ts'
import { Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { People } from '#web/features/operator/people.tsx'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/_operator/operator/people')({
  component: OperatorPeoplePage,
  staticData: { name: 'operatorPeople', title: m.title_operator_people },
})

function OperatorPeoplePage() {
  const search: { q?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  const q = typeof search.q === 'string' ? cutText(search.q, 100) : ''
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_operator_people()} subtitle={m.operator_people_subtitle()} />
      <People q={q} onSearch={(words) => void go(paths.operatorPeople(words ? { q: words } : {}), { replace: true })} />
    </Stack>
  )
}
