import { Stack, Table } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconTicket } from '@tabler/icons-react'
import { useRef } from 'react'
import type { CouponUse } from '#contract/events/office-coupons.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { ShowMore, useMore } from '#web/parts/show-more.tsx'
import { paths } from '#web/paths.ts'
import { useAddress } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { couponUsesQuery, officeCouponQuery } from './coupon-queries.ts'
import { CouponTitle } from './titles.tsx'
import type { EventClub } from './editor.ts'

interface Props {
  readonly club: EventClub
  readonly id: string
}

/** Who used a code, or one of a batch, with which order. */
export function CouponUses({ club, id }: Props) {
  const event = useAddress().textOf('event')
  const coupon = useQuery(officeCouponQuery(club.id, id))
  const query = useInfiniteQuery(couponUsesQuery(club.id, id))
  const rows = useRef<HTMLTableSectionElement>(null)
  const more = useMore(
    query,
    (page) => page.uses,
    (at) => rows.current?.querySelectorAll<HTMLElement>('tr')[at],
  )
  const uses = query.data?.pages.flatMap((page) => page.uses)
  const withMoney = uses?.some(({ off }) => off !== null)
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
      <Panel>
        {!uses ? (
          query.error ? (
            <QueryError query={query} />
          ) : (
            <SkeletonList rows={4} height={48} />
          )
        ) : uses.length === 0 ? (
          <EmptyState icon={<IconTicket size={40} stroke={1.5} />} title={m.codes_unused_title()}>
            {m.codes_unused()}
          </EmptyState>
        ) : (
          <Table.ScrollContainer minWidth={560}>
            <Table aria-label={m.codes_uses_heading()}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{m.codes_column_when()}</Table.Th>
                  <Table.Th>{m.codes_code()}</Table.Th>
                  <Table.Th>{m.codes_column_buyer()}</Table.Th>
                  <Table.Th>{m.codes_column_order()}</Table.Th>
                  {withMoney && <Table.Th ta="end">{m.codes_column_off()}</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody ref={rows}>
                {uses.map((use) => (
                  <Table.Tr key={use.id} tabIndex={-1}>
                    <Table.Td>{formatDateTime(use.at)}</Table.Td>
                    <Table.Td>{use.code}</Table.Td>
                    <Table.Td>{use.buyer}</Table.Td>
                    <Table.Td>
                      <Order use={use} club={club} />
                    </Table.Td>
                    {withMoney && <Table.Td ta="end">{use.off && formatMoney(use.off)}</Table.Td>}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <ShowMore {...more} />
      </Panel>
    </Stack>
  )
}

/** A paid order leads to the club's payments, for whoever sees money. */
function Order({ use: { orderNumber, status, off }, club }: { use: CouponUse; club: EventClub }) {
  if (!orderNumber) return m.codes_no_order()
  if (status === 'held') return `${orderNumber} (${m.codes_unpaid()})`
  return off ? <PlainLink to={paths.clubPayments(club.key, { q: orderNumber })}>{orderNumber}</PlainLink> : orderNumber
}
