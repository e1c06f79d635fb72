import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IconHourglass } from '#web/ui/icons/index.ts'
import { useEffect, useRef } from 'react'
import { imports } from '#contract/people/imports.ts'
import { delayedActions, type DelayedAction } from '#contract/audit/delayed-actions.ts'
import { call } from '#web/api/client.ts'
import { loadProblemText, problemOfCode, problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useStopAnswer } from '#web/features/conversations/inbox/queries.ts'
import { useSeconds } from '#web/ui/use-seconds.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { showFailure } from '#web/api/toasts.ts'
import { useReload } from '#web/api/use-call.ts'
import styles from './delayed-actions.module.css'

/** Read often while something waits. What somebody else starts appears soon enough. */
const delayedQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...queryKeys.office, 'delayed', orgId],
    queryFn: async ({ signal }) => {
      const actions = await call(delayedActions.list, { orgId }, { signal })
      await loadProblemText(...actions.flatMap(({ refusal }) => (refusal === null ? [] : problemOfCode(refusal))))
      return actions
    },
    refetchInterval: ({ state: { data } }) => (data?.length ? 4000 : 20_000),
  })

/** Actions that take effect within a minute, for everybody in the office who may see them, with a button that stops them. */
export function DelayedActions({ orgId }: { orgId: string }) {
  const { data = [], dataUpdatedAt } = useQuery(delayedQuery(orgId))
  useReadAgainWhenDone(data)
  // The conversation on screen shows its own.
  const { thread } = useSearch({ strict: false }) as { readonly thread?: unknown }
  const actions = data.filter(({ thingId }) => thingId !== thread)
  if (actions.length === 0) return null
  return (
    <Alert
      color="fjord"
      icon={<IconHourglass />}
      title={m.delayed_title()}
      component="section"
      className={styles.waiting ?? ''}
      data-stays
    >
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
  const { id, kind, thingId, amount, by, secondsLeft, refusal, can } = action
  const name = nameOf(action)
  const now = useSeconds()
  const other = useStop(orgId, action)
  const answer = useStopAnswer(orgId)
  const isAnswer = kind === 'answer'
  const stop = isAnswer ? answer : other
  if (refusal !== null) {
    const reason = refusal === 'forbidden' ? noRight[kind]({ by }) : problemText(problemOfCode(refusal))
    return <Text component="li">{refusedWords[kind]({ name, reason })}</Text>
  }
  const count = Math.max(0, secondsLeft - Math.floor((now - since) / 1000))
  return (
    <Group component="li" gap="6px 16px" justify="space-between">
      <div>
        <Text role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {countdown[kind]({ count, name, amount })}
        </Text>
        <Text size="sm" c="dimmed">
          {m.delayed_by({ name: by })}
        </Text>
      </div>
      {can.stop && (
        <Button
          color="red"
          loading={stop.isPending}
          aria-label={stopWords[kind]({ name })}
          onClick={() => (isAnswer ? answer.mutate({ threadId: thingId, actionId: id }) : other.mutate())}
        >
          {m.delayed_stop()}
        </Button>
      )}
    </Group>
  )
}

interface Countdown {
  /** Seconds. */
  readonly count: number
  readonly name: string
  readonly amount: DelayedAction['amount']
}

const countdown: Readonly<Record<DelayedAction['kind'], (about: Countdown) => string>> = {
  refund: ({ count, name, amount }) =>
    amount && amount.minor > 0
      ? m.delayed_refund({ count, name, amount: formatMoney(amount) })
      : m.delayed_cancel({ count, name }),
  answer: m.delayed_answer,
  move: ({ count, name }) => m.delayed_move({ time: clockWords(count), name }),
  invite: m.delayed_invite,
  leave: m.delayed_leave,
  grant: m.delayed_grant,
  offer: m.delayed_offer,
  message: m.delayed_message,
}

const noRight = {
  refund: m.delayed_refund_no_right,
  answer: m.delayed_answer_no_right,
  move: m.delayed_move_no_right,
  invite: m.delayed_invite_no_right,
  leave: m.delayed_people_no_right,
  grant: m.delayed_grant_no_right,
  offer: m.delayed_people_no_right,
  message: m.delayed_message_no_right,
} satisfies Record<DelayedAction['kind'], unknown>
const refusedWords = {
  refund: m.delayed_refused,
  answer: m.delayed_answer_refused,
  move: m.delayed_move_refused,
  invite: m.delayed_invite_refused,
  leave: m.delayed_leave_refused,
  grant: m.delayed_grant_refused,
  offer: m.delayed_offer_refused,
  message: m.delayed_message_refused,
} satisfies Record<DelayedAction['kind'], unknown>
const stopWords = {
  refund: m.delayed_stop_refund,
  answer: m.delayed_stop_answer,
  move: m.delayed_stop_move,
  invite: m.delayed_stop_invite,
  leave: m.delayed_stop_leave,
  grant: m.delayed_stop_grant,
  offer: m.delayed_stop_offer,
  message: m.delayed_stop_message,
} satisfies Record<DelayedAction['kind'], unknown>

/** `4:07` */
const clockWords = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const several: Partial<Record<DelayedAction['kind'], typeof m.delayed_several>> = {
  refund: m.delayed_several,
  move: m.delayed_several_dates,
}
const nameOf = ({ kind, label: name, count }: DelayedAction) =>
  count === 1 ? name : (several[kind] ?? m.delayed_several_people)({ name, count: count - 1 })

/** An answer is stopped beside its conversation. */
const stops = {
  refund: { stop: delayedActions.stopRefund, stopped: m.delayed_stopped },
  move: { stop: delayedActions.stopMove, stopped: m.delayed_move_stopped },
  invite: { stop: imports.stopInvite, stopped: m.delayed_invite_stopped },
  leave: { stop: delayedActions.stopLeave, stopped: m.delayed_leave_stopped },
  grant: { stop: delayedActions.stopGrant, stopped: m.delayed_grant_stopped },
  offer: { stop: delayedActions.stopOffer, stopped: m.delayed_offer_stopped },
  message: { stop: delayedActions.stopMessage, stopped: m.delayed_message_stopped },
} as const

function useStop(orgId: string, action: DelayedAction) {
  const onSettled = useReload(
    [...queryKeys.office, 'delayed'],
    queryKeys.orders,
    queryKeys.members,
    queryKeys.memberships,
    [...queryKeys.office, 'messages', orgId],
  )
  const { stop, stopped } = stops[action.kind === 'answer' ? 'refund' : action.kind]
  return useMutation({
    mutationFn: () => call(stop, { orgId, actionId: action.id }),
    onSuccess: () => showToast({ message: stopped({ name: nameOf(action) }) }),
    onError: showFailure,
    onSettled,
  })
}

/** An order, and the places of its event, change when its refund has gone out, a conversation when its answer has, the register when people have left, memberships when some were given. */
function useReadAgainWhenDone(actions: readonly DelayedAction[]) {
  const cache = useQueryClient()
  const before = useRef(0)
  useEffect(() => {
    if (actions.length < before.current)
      for (const queryKey of [
        queryKeys.orders,
        queryKeys.contact,
        queryKeys.members,
        queryKeys.memberships,
        queryKeys.events,
      ])
        void cache.invalidateQueries({ queryKey })
    before.current = actions.length
  }, [actions, cache])
}
