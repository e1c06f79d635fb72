import { createFileRoute } from '@tanstack/react-router'
import { loadMemberships, MembershipsPage } from '#web/routes/-memberships-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership-list')({
  loader: loadMemberships,
  component: MembershipsPage,
  staticData: { name: 'memberships', title: m.title_memberships },
})
