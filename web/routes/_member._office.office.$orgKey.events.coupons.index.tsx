import { createFileRoute, redirect } from '@tanstack/react-router'
import { Coupons } from '#web/features/events/office/coupons.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'
import { eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/coupons/')({
  // Addresses from before codes had pages of their own.
  beforeLoad: ({ params: { orgKey }, search }) => {
    const { edit, uses, event }: Record<string, unknown> = search
    const query = typeof event === 'string' ? { event } : {}
    if (typeof edit === 'string') throw redirect({ href: paths.officeCoupon(orgKey, edit, query), replace: true })
    if (typeof uses === 'string') throw redirect({ href: paths.couponUses(orgKey, uses, query), replace: true })
  },
  component: OfficeCouponsPage,
  staticData: { name: 'officeCoupons', title: m.codes_heading, crumbs: [eventsCrumb] },
})

function OfficeCouponsPage() {
  const { club, can, readOnly } = useOffice()
  return <Coupons key={club.id} club={club} mayWrite={can('events.write') && !readOnly} />
}
