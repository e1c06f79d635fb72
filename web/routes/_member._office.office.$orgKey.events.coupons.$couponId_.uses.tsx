import { createFileRoute } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { useOffice } from './-office.tsx'
import { Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconTicket } from '#web/ui/icons/index.ts'
import type { CouponUse } from '#contract/events/office-coupons.ts'
import { PagedList } from '#web/parts/paged-list.tsx'
import type { ListColumn } from '#web/ui/data-list/data-list.tsx'
import { useAddress } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { couponUsesQuery, officeCouponQuery } from '#web/features/events/office/coupon-queries.ts'
import { CouponTitle } from '#web/features/events/office/listed-event.tsx'
import { couponsCrumb, eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/coupons/$couponId_/uses')({
  loader: ({ params: { couponId } }) => requireId(couponId),
  component: CouponUses,
  staticData: { name: 'officeCouponUses', title: m.codes_uses_heading, crumbs: [eventsCrumb, couponsCrumb] },
})

/** Who used a code, or one of a batch, with which order. */
function CouponUses() {
  const { couponId } = Route.useParams()
  const { club } = useOffice()
  const event = useAddress().textOf('event')
  const coupon = useQuery(officeCouponQuery(club.id, couponId))
  const pages = useInfiniteQuery(couponUsesQuery(club.id, couponId))
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.codes_uses_heading()}
        subtitle={coupon.data && <CouponTitle coupon={coupon.data} />}
        actions={
          <ButtonLink to={paths.officeCoupons(club.key, event ? { event } : {})} variant="default">
            {m.codes_back()}
          </ButtonLink>
        }
      />
      <PagedList
        name="coupon-uses"
        label={m.codes_uses_heading()}
        pages={pages}
        rowsOf={({ uses }) => uses}
        columns={columns(club.key).filter(
          ({ name }) => name !== 'off' || pages.data?.pages.some(({ uses }) => uses.some(({ off }) => off !== null)),
        )}
        idOf={({ id }) => id}
        nameOf={({ code, buyer }) => `${code}, ${buyer}`}
        empty={
          <EmptyState icon={<IconTicket size={40} stroke={1.5} />} title={m.codes_unused_title()}>
            {m.codes_unused()}
          </EmptyState>
        }
      />
    </Stack>
  )
}

const columns = (orgKey: string): ListColumn<CouponUse>[] => [
  { name: 'when', title: m.codes_column_when(), noWrap: true, render: ({ at }) => formatDateTime(at) },
  { name: 'code', title: m.codes_code(), render: ({ code }) => code },
  { name: 'buyer', title: m.codes_column_buyer(), render: ({ buyer }) => buyer },
  { name: 'order', title: m.codes_column_order(), render: (use) => <Order use={use} orgKey={orgKey} /> },
  { name: 'off', title: m.codes_column_off(), align: 'right', render: ({ off }) => off && formatMoney(off) },
]

/** A paid order leads to the club's payments, for whoever sees money. */
function Order({ use: { orderNumber, status, isTest, off }, orgKey }: { use: CouponUse; orgKey: string }) {
  if (!orderNumber) return m.codes_no_order()
  if (status === 'held') return `${orderNumber} (${m.codes_unpaid()})`
  return (
    <>
      {off ? <PlainLink to={paths.clubPayments(orgKey, { q: orderNumber })}>{orderNumber}</PlainLink> : orderNumber}
      {isTest && ` (${m.club_payment_test()})`}
    </>
  )
}
