import { createFileRoute } from '@tanstack/react-router'
import { OrganizationsPage } from '#web/pages/clubs/organizations-page.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/organizations')({
  loader: async ({ location }) =>
    (await import('#web/pages/clubs/load-clubs.ts')).loadDirectory((location.search as { q?: string }).q),
  component: OrganizationsPage,
  staticData: { name: 'organisations', title: m.title_organizations },
})
