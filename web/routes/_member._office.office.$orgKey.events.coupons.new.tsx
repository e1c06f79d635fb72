import { createFileRoute } from '@tanstack/react-router'
import { CouponPage } from '#web/features/events/office/coupons.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireToChange, useOffice } from './-office.tsx'
import { couponsCrumb, eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/coupons/new')({
  loader: ({ params: { orgKey } }) => requireToChange(orgKey, 'events.write', paths.officeCoupons(orgKey)),
  component: NewCouponPage,
  staticData: { name: 'officeNewCoupon', title: m.codes_new, crumbs: [eventsCrumb, couponsCrumb] },
})

function NewCouponPage() {
  const { club } = useOffice()
  return <CouponPage club={club} id="new" />
}
