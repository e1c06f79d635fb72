import { Box } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { ClaimAccount } from '#web/features/members/claim-account.tsx'

/** Connects a sign-in with the profile that its address belongs to. */
export function ClaimAccountPage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return (
    <Box maw={860} mx="auto">
      <ClaimAccount key={token} token={token ?? ''} />
    </Box>
  )
}
