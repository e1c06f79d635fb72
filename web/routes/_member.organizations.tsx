import { createFileRoute } from '@tanstack/react-router'
import { OrganizationsPage } from '#web/pages/organizations-page.tsx'
import { loadMyClubs } from '#web/pages/load.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/organizations')({
  loader: loadMyClubs,
  component: OrganizationsPage,
  staticData: { name: 'organisations', title: m.title_organizations },
})
