import { createFileRoute } from '@tanstack/react-router'
import { currentSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-addresses.ts'
import { redirectToEvent } from '#web/routes/-load-event.ts'

export const Route = createFileRoute('/_member/event-{$id}-detail')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: async ({ params }) => {
    // Signed-out users sign in first.
    if (currentSession().status === 'signed-in') await redirectToEvent(params.id, paths.event)
  },
})
