import { Box, Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { IconCreditCard, IconDownload, IconSearchOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { QueryError } from '#web/api/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { ShowMore, useMore } from '#web/api/show-more.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddressSearchField } from '#web/ui/fields/search-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { saveFile } from '#web/api/files.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { ClubOrderCard } from './club-order-card.tsx'
import { paymentsFile } from './payments-file.ts'
import { fetchPaidOrders, paidOrdersQuery } from './queries.ts'
import { UnresolvedPayments } from './unresolved-payments.tsx'

interface Props {
  readonly club: { readonly id: string; readonly name: string }
  readonly q: string
  readonly onSearch: (q: string) => void
}

/** A club's payments: those that need attention, then all paid orders. */
export function ClubPayments({ club, q, onSearch }: Props) {
  return (
    <Stack gap="lg">
      <UnresolvedPayments orgId={club.id} />
      <Group gap="sm" align="flex-end" justify="space-between">
        <Box component="search" flex="1 1 260px" maw={420}>
          <AddressSearchField
            label={m.club_payments_search()}
            placeholder={m.club_payments_search_hint()}
            value={q}
            onSearch={onSearch}
          />
        </Box>
        <SavePayments orgId={club.id} q={q.trim()} />
      </Group>
      <PaidOrders orgId={club.id} q={q} onAll={() => onSearch('')} />
    </Stack>
  )
}

/** Exports the orders as CSV. Shows progress, because thousands take a while. */
function SavePayments({ orgId, q }: { orgId: string; q: string }) {
  const [count, setCount] = useState(0)
  const save = useMutation({
    mutationFn: async () => saveFile(paymentsFile(await fetchPaidOrders(orgId, q, setCount))),
    onError: (error) => showToast({ type: 'error', message: problemText(error) }),
    onSettled: () => setCount(0),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} />}
      aria-busy={save.isPending}
      onClick={() => !save.isPending && save.mutate()}
    >
      {save.isPending ? m.payments_file_on_its_way({ count }) : m.payments_file_save()}
    </Button>
  )
}

function PaidOrders({ orgId, q, onAll }: { orgId: string; q: string; onAll: () => void }) {
  const pages = useInfiniteQuery(paidOrdersQuery(orgId, q.trim()))
  const list = useRef<HTMLDivElement>(null)
  const more = useMore(
    pages,
    (page) => page.orders,
    (at) => list.current?.querySelectorAll<HTMLElement>('[data-order]')[at],
  )
  const shown = pages.data?.pages.flatMap((page) => page.orders)
  if (!shown) {
    if (!pages.error) return <SkeletonList rows={5} height={120} />
    return <QueryError query={pages} />
  }
  if (shown.length === 0) return <NoOrders searched={q.trim() !== ''} onAll={onAll} />
  return (
    <>
      <Stack component="ul" gap="sm" ref={list} aria-label={m.club_payments_list()}>
        {shown.map((order) => (
          <ClubOrderCard key={order.id} orgId={orgId} order={order} />
        ))}
      </Stack>
      <ShowMore {...more} />
    </>
  )
}

const NoOrders = ({ searched, onAll }: { searched: boolean; onAll: () => void }) => (
  <Panel>
    {searched ? (
      <EmptyState
        icon={<IconSearchOff size={40} stroke={1.5} />}
        title={m.club_payments_none_title()}
        actions={<Button onClick={onAll}>{m.club_payments_all()}</Button>}
      >
        {m.club_payments_none()}
      </EmptyState>
    ) : (
      <EmptyState icon={<IconCreditCard size={40} stroke={1.5} />} title={m.club_payments_empty_title()}>
        {m.club_payments_empty()}
      </EmptyState>
    )}
  </Panel>
)
