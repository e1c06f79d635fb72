import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconHourglass } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type DelayedAction, delayedActions } from '#contract/delayed-actions.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** Read often while something waits. What somebody else starts appears soon enough. */
const delayedQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...queryKeys.office, 'delayed', orgId],
    queryFn: ({ signal }) => call(delayedActions.list, { orgId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.length ? 4000 : 20_000),
  })

/** What leaves the house within a minute, for everybody in the office who may see it, with a button that stops it. */
export function DelayedActions({ orgId }: { orgId: string }) {
  const { data: actions = [], dataUpdatedAt } = useQuery(delayedQuery(orgId))
  useReadOrdersWhenDone(actions)
  if (actions.length === 0) return null
  return (
    <Alert color="fjord" icon={<IconHourglass />} title={m.delayed_title()} component="section">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {actions.map((action) => (
          <Delayed key={action.id} orgId={orgId} action={action} since={dataUpdatedAt} />
        ))}
      </Stack>
    </Alert>
  )
}

interface DelayedProps {
  readonly orgId: string
  readonly action: DelayedAction
  /** When the seconds left were read. */
  readonly since: number
}

function Delayed({ orgId, action, since }: DelayedProps) {
  const { id, label: name, amount, by, secondsLeft, refusal, can } = action
  const cache = useQueryClient()
  const now = useSeconds()
  const stop = useMutation({
    mutationFn: () => call(delayedActions.stopRefund, { orgId, actionId: id }),
    onSuccess: () => showToast({ message: m.delayed_stopped({ name }) }),
    onError: (error) => showToast({ type: 'error', message: problemText(error) }),
    onSettled: () =>
      Promise.all(
        [[...queryKeys.office, 'delayed'], queryKeys.orders].map((queryKey) => cache.invalidateQueries({ queryKey })),
      ),
  })
  if (refusal !== null)
    return (
      <Text component="li">
        {m.delayed_refused({ name, reason: problemText(new ApiProblem(refusal as ErrorCode, 409)) })}
      </Text>
    )
  const count = Math.max(0, secondsLeft - Math.floor((now - since) / 1000))
  return (
    <Group component="li" gap="6px 16px" justify="space-between">
      <div>
        <Text role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {amount && amount.minor > 0
            ? m.delayed_refund({ count, name, amount: formatMoney(amount) })
            : m.delayed_cancel({ count, name })}
        </Text>
        <Text size="sm" c="dimmed">
          {m.delayed_by({ name: by })}
        </Text>
      </div>
      {can.stop && (
        <Button
          size="sm"
          color="red"
          loading={stop.isPending}
          aria-label={m.delayed_stop_refund({ name })}
          onClick={() => stop.mutate()}
        >
          {m.delayed_stop()}
        </Button>
      )}
    </Group>
  )
}

/** The time, once a second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** An order changes when its refund has gone out. */
function useReadOrdersWhenDone(actions: readonly DelayedAction[]) {
  const cache = useQueryClient()
  const before = useRef(0)
  useEffect(() => {
    if (actions.length < before.current) void cache.invalidateQueries({ queryKey: queryKeys.orders })
    before.current = actions.length
  }, [actions, cache])
}
