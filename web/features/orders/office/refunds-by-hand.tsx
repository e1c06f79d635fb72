import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RefundByHand as Refund } from '#contract/orders/by-hand.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { refundsByHandQuery, useByHand } from './by-hand-queries.ts'
import { takenWords } from './payment-words.ts'

/** Refunds that the club has yet to make itself, to be ticked off; nothing where there are none. */
export function RefundsByHand({ orgId, mayWrite }: { readonly orgId: string; readonly mayWrite: boolean }) {
  const query = useQuery(refundsByHandQuery(orgId))
  const { refunded } = useByHand(orgId)
  if (query.error && !query.data) return <QueryError query={query} />
  if (!query.data || query.data.length === 0) return null
  const tick = ({ refundId, buyer, amount }: Refund) =>
    whenDone(refunded.mutateAsync(refundId), {
      onSuccess: () => showToast({ message: m.refund_by_hand_done({ amount: formatMoney(amount), name: buyer.name }) }),
      onError: showFailure,
    })
  return (
    <Panel title={m.refund_by_hand_title()} subtitle={m.refund_by_hand_subtitle()}>
      <Stack component="ul" gap="sm">
        {query.data.map((one) => (
          <Group component="li" key={one.refundId} justify="space-between" gap="xs">
            <div>
              <Text fw={620}>{m.refund_by_hand_of({ amount: formatMoney(one.amount), name: one.buyer.name })}</Text>
              <Text size="sm" c="dimmed">
                {[
                  m.refund_by_hand_was({ method: takenWords(one.method) }),
                  one.reference,
                  one.buyer.email,
                  one.phone && phoneWords(one.phone),
                  formatDate(one.since),
                  one.creditNoteNumber,
                  one.number,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {mayWrite && (
              <Button
                variant="default"
                size="compact-md"
                loading={refunded.isPending && refunded.variables === one.refundId}
                aria-label={m.refund_by_hand_tick_of({ amount: formatMoney(one.amount), name: one.buyer.name })}
                onClick={() => tick(one)}
              >
                {m.refund_by_hand_tick()}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
