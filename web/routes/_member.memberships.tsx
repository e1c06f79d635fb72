import { createFileRoute } from '@tanstack/react-router'
import { MembershipsPage } from '#web/pages/memberships/memberships-page.tsx'
import { loadMemberships } from '#web/pages/memberships/load-memberships.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/memberships')({
  loader: loadMemberships,
  component: MembershipsPage,
  staticData: { name: 'memberships', title: m.title_memberships },
})
