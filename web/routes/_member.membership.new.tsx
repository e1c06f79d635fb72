import { createFileRoute } from '@tanstack/react-router'
import { MembershipNewPage } from '#web/pages/membership-new-page.tsx'
import { paths } from '#web/paths.ts'
import { loadPurchase } from '#web/pages/load.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/membership/new')({
  loader: loadPurchase,
  component: MembershipNewPage,
  staticData: {
    name: 'newMembership',
    title: m.title_membership_new,
    crumbs: [{ label: m.title_memberships, to: paths.memberships() }],
  },
})
