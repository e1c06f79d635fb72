import { createFileRoute } from '@tanstack/react-router'
import { OwnOrganizationsPage } from '#web/pages/clubs/own-organizations-page.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/organizations-review')({
  loader: async () => (await import('#web/pages/clubs/load-clubs.ts')).loadOwnClubs(),
  component: OwnOrganizationsPage,
  staticData: {
    name: 'ownOrganisations',
    title: m.title_own_organizations,
    crumbs: [{ label: m.title_organizations, to: paths.organisations() }],
  },
})
