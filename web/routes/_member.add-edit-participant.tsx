import { createFileRoute } from '@tanstack/react-router'
import { EditParticipantPage } from '#web/pages/family/edit-participant-page.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/add-edit-participant')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' && id ? { id } : {}),
  component: Page,
  staticData: {
    name: 'editParticipant',
    title: m.title_participant_new,
    crumbs: [{ label: m.title_participants, to: paths.participants() }],
  },
})

function Page() {
  return <EditParticipantPage id={Route.useSearch().id} />
}
