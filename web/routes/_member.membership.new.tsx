import { createFileRoute } from '@tanstack/react-router'
import { MembershipNewPage } from '#web/pages/memberships/membership-new-page.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/new')({
  loader: async ({ location }) =>
    (await import('#web/pages/memberships/load-membership-new.ts')).loadMembershipNew(
      location.search as { orgId?: string },
    ),
  component: MembershipNewPage,
  staticData: {
    name: 'newMembership',
    title: m.title_membership_new,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})
