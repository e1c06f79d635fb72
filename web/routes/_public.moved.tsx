import { createFileRoute, useSearch } from '@tanstack/react-router'
import { MovedEventPage } from '#web/features/events/tickets/moved-event.tsx'
import { m } from '#words/messages.js'

// Public: mails lead here, and their readers may have no sign-in.
export const Route = createFileRoute('/_public/moved')({
  component: MovedPage,
  staticData: { name: 'moved', title: m.title_moved },
})

function MovedPage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return <MovedEventPage key={token} token={token ?? ''} />
}
