import { createFileRoute } from '@tanstack/react-router'
import { CouponPage } from '#web/features/events/office/coupons.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireToChange, useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/coupons/new')({
  loader: ({ params: { orgKey } }) => requireToChange(orgKey, 'events.write', paths.officeCoupons(orgKey)),
  component: NewCouponPage,
  staticData: {
    name: 'officeNewCoupon',
    title: m.codes_new,
    crumbs: [
      { label: m.office_events, to: ({ orgKey = '' }) => paths.officeEvents(orgKey) },
      { label: m.codes_heading, to: ({ orgKey = '' }) => paths.officeCoupons(orgKey) },
    ],
  },
})

function NewCouponPage() {
  const { club } = useOffice()
  return <CouponPage club={club} id="new" />
}
