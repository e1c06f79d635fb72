import { Box } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Unsubscribe } from '#web/features/notifications/unsubscribe.tsx'

/** Ends mails of one kind, for whoever holds the link of such a mail, signed in or not. */
export function UnsubscribePage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return (
    <Box maw={860} mx="auto">
      <Unsubscribe key={token} token={token ?? ''} />
    </Box>
  )
}
