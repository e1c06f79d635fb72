import { createFileRoute } from '@tanstack/react-router'
import { ParticipantsPage } from '#web/pages/family/participants-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/participants-list')({
  loader: async () => (await import('#web/pages/family/load-participants.ts')).loadParticipants(),
  component: ParticipantsPage,
  staticData: { name: 'participants', title: m.title_participants },
})
