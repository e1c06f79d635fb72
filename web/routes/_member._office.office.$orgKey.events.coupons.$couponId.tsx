import { Box, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { CouponPage } from '#web/features/events/office/coupons.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { HistoryLink, requireToChange, useOffice } from './-office.tsx'
import { couponsCrumb, eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/coupons/$couponId')({
  loader: ({ params: { orgKey, couponId } }) => {
    requireId(couponId)
    return requireToChange(orgKey, 'events.write', paths.officeCoupons(orgKey))
  },
  component: EditCouponPage,
  staticData: { name: 'officeCoupon', title: m.codes_form_edit, crumbs: [eventsCrumb, couponsCrumb] },
})

function EditCouponPage() {
  const { couponId } = Route.useParams()
  const { club } = useOffice()
  return (
    <Stack gap="lg" align="flex-start">
      <Box w="100%">
        <CouponPage key={couponId} club={club} id={couponId} />
      </Box>
      <HistoryLink thing="coupon" thingId={couponId} />
    </Stack>
  )
}
