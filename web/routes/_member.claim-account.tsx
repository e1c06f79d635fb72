import { Box } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { ClaimAccount } from '#web/features/members/claim-account.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/claim-account')({
  component: ClaimAccountPage,
  staticData: { name: 'claimAccount', title: m.title_claim_account },
})

/** Connects a sign-in with the profile that its address belongs to. */
function ClaimAccountPage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  return (
    <Box maw={860} mx="auto">
      <ClaimAccount key={token} token={token ?? ''} />
    </Box>
  )
}
