import { createFileRoute } from '@tanstack/react-router'
import { requireId } from '#web/routes/-ids.ts'

export const Route = createFileRoute('/event-{$id}-register')({
  beforeLoad: ({ params }) => requireId(params.id),
  loader: async ({ params }) => (await import('#web/pages/load-registration.ts')).leadToRegistration(params.id),
})
