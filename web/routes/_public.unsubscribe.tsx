import { Box } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { Unsubscribe } from '#web/features/notifications/unsubscribe.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_public/unsubscribe')({
  component: UnsubscribePage,
  staticData: { name: 'unsubscribe', title: m.title_unsubscribe },
})

/** Ends mails of one kind, for whoever holds the link of such a mail, signed in or not. */
function UnsubscribePage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return (
    <Box maw={860} mx="auto">
      <Unsubscribe key={token} token={token ?? ''} />
    </Box>
  )
}
