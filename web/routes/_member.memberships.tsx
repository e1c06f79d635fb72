import { createFileRoute } from '@tanstack/react-router'
import { MembershipsPage } from '#web/pages/memberships/memberships-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/memberships')({
  loader: async () => (await import('#web/pages/memberships/load-memberships.ts')).loadMemberships(),
  component: MembershipsPage,
  staticData: { name: 'memberships', title: m.title_memberships },
})
