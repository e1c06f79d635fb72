import { Skeleton, Stack, Text } from '@mantine/core'
import { m } from '#words/messages.js'

/** While the browser is on its way to or from the identity provider. */
export const Leaving = () => (
  <Stack gap="lg" aria-busy>
    <Text role="status" c="dimmed" size="sm">
      {m.session_leaving()}
    </Text>
    <Skeleton height={220} radius={20} />
  </Stack>
)
