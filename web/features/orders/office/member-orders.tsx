import { Badge, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MOST_OF_MEMBER, orders } from '#contract/orders/orders.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { LineTitles } from './club-order-details.tsx'
import { amountWords, orderBadge } from './payment-words.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly memberId: string
  readonly name: string
}

const ordersOfMemberQuery = (orgId: string, memberId: string) =>
  callQuery([...queryKeys.orders, 'club', orgId, 'member', memberId], orders.ofMember, { orgId, memberId })

export function MemberOrders({ club, memberId, name }: Props) {
  const query = useQuery(ordersOfMemberQuery(club.id, memberId))
  return (
    <Panel title={m.club_member_orders()}>
      {!query.data ? (
        <NotLoaded query={query} rows={2} height={48} />
      ) : query.data.length === 0 ? (
        <Text c="dimmed">{m.club_member_orders_none()}</Text>
      ) : (
        <Stack gap="md">
          <RowList
            rows={query.data.map((order) => ({
              key: order.id,
              title: <LineTitles lines={order.lines} />,
              to: paths.clubPayments(club.key, { q: order.number }),
              note: [formatShortDate(order.paidAt ?? order.createdAt), amountWords(order), order.buyer.name].join(
                ' · ',
              ),
              badge: <Badge color={orderBadge(order).color}>{orderBadge(order).label}</Badge>,
            }))}
          />
          {query.data.length === MOST_OF_MEMBER && (
            <TextLink to={paths.clubPayments(club.key, { q: name })} alone>
              {m.club_member_orders_more()}
            </TextLink>
          )}
        </Stack>
      )}
    </Panel>
  )
}
