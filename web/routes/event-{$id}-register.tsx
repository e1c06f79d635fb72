import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'

export const Route = createFileRoute('/event-{$id}-register')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: async ({ params }) =>
    (await import('#web/pages/lead-to-event.ts')).leadToEvent(params.id, paths.registerForEvent),
})
