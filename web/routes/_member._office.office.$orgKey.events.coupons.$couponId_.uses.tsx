import { createFileRoute } from '@tanstack/react-router'
import { CouponUses } from '#web/features/events/office/coupon-uses.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/coupons/$couponId_/uses')({
  loader: ({ params: { couponId } }) => requireId(couponId),
  component: CouponUsesPage,
  staticData: {
    name: 'officeCouponUses',
    title: m.codes_uses_heading,
    crumbs: [
      { label: m.office_events, to: ({ orgKey = '' }) => paths.officeEvents(orgKey) },
      { label: m.codes_heading, to: ({ orgKey = '' }) => paths.officeCoupons(orgKey) },
    ],
  },
})

function CouponUsesPage() {
  const { couponId } = Route.useParams()
  const { club } = useOffice()
  return <CouponUses club={club} id={couponId} />
}
