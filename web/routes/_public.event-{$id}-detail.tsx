import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-addresses.ts'
import { redirectToEvent } from '#web/routes/-load-event.ts'

export const Route = createFileRoute('/_public/event-{$id}-detail')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: ({ params }) => redirectToEvent(params.id, paths.event),
})
