import { createFileRoute } from '@tanstack/react-router'
import { requireId } from '#web/routes/-ids.ts'

export const Route = createFileRoute('/_member/event-{$id}-detail')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: async ({ params }) => (await import('#web/pages/events/load-events.ts')).leadMember(params.id),
})
