import { createFileRoute } from '@tanstack/react-router'
import { ClaimAccountPage } from '#web/pages/profile/claim-account-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/claim-account')({
  component: ClaimAccountPage,
  staticData: { name: 'claimAccount', title: m.title_claim_account },
})
