import { createFileRoute } from '@tanstack/react-router'
import { MembershipsPage } from '#web/pages/memberships-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/memberships')({
  component: MembershipsPage,
  staticData: { name: 'memberships', title: m.title_memberships },
})
