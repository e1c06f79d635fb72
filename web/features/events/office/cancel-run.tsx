import { Alert, Badge, Button, Group, Progress, Stack, Table, Text, type MantineColor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBan, IconCheck, IconClockPause, IconLoader, IconAlertTriangle, IconRefresh } from '#web/ui/icons/index.ts'
import { useState, type ReactNode } from 'react'
import { isUnapproved, type CancelRun } from '#contract/events/cancel.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { Textarea } from '#web/ui/fields/text-field.tsx'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SpokenProgress } from '#web/ui/spoken-progress.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDateTime, formatMoney, formatNumber, whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { cancelPreviewQuery, useCancelChanges } from './cancel-queries.ts'
import { NumbersStep } from './cancel-steps.tsx'
import { endedOf, moneySentences, runProblemWords } from './cancel-banner.tsx'
import type { EventClub } from './event-form.ts'
import { timesOf, titleOf } from './listed-words.ts'
import { exportRegistrations } from './registration-queries.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { readersText } from '#web/parts/local-text.tsx'

interface Props {
  readonly club: EventClub
  readonly event: EditedEvent
  readonly run: CancelRun
  /** The reader may open orders. */
  readonly seesOrders: boolean
}

/** How far the cancellation of an event is, and what is left to do about it. */
export function CancelRunView({ club, event, run, seesOrders }: Props) {
  const { retry } = useCancelChanges(club.id, event.id)
  const title = titleOf(event.fields)
  const byHand = Math.max(run.byHand, run.byHandOrders.length)
  const unapproved = isUnapproved(run)
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.event_cancel_run_title({ event: title })}
        actions={
          <ButtonLink variant="default" to={paths.officeEvent(club.key, event.id)}>
            {m.event_cancel_to_event()}
          </ButtonLink>
        }
      />
      <State club={club} event={event} run={run} />
      {unapproved && <Asked club={club} event={event} run={run} />}
      {!unapproved && run.total > 0 && <Counts run={run} />}
      {run.failed > 0 && (
        <Panel
          title={m.event_cancel_failures({ count: run.failed })}
          subtitle={m.event_cancel_failures_text()}
          actions={
            run.can.retry && (
              <Button
                leftSection={<IconRefresh size={18} stroke={1.7} />}
                loading={retry.isPending}
                onClick={() =>
                  whenDone(retry.mutateAsync(undefined), {
                    onError: showFailure,
                    onSuccess: () => showToast({ message: m.event_cancel_retried() }),
                  })
                }
              >
                {m.event_cancel_retry()}
              </Button>
            )
          }
        >
          <Orders
            label={m.event_cancel_failures({ count: run.failed })}
            orders={run.failures}
            total={run.failed}
            club={seesOrders ? club : null}
            says={({ problem }) => runProblemWords[problem]()}
          />
        </Panel>
      )}
      {run.byHandOrders.length > 0 && (
        <Panel
          title={m.event_cancel_by_hand_orders({ count: byHand })}
          subtitle={unapproved ? m.event_cancel_by_hand_waiting() : m.event_cancel_by_hand_text()}
          actions={
            run.byHand > 0 && (
              <ExportMenu
                label={m.event_cancel_by_hand_list()}
                {...exportRegistrations({ orgId: club.id, eventId: event.id }, toRefundByHand)}
              />
            )
          }
        >
          <Orders
            label={m.event_cancel_by_hand_orders({ count: byHand })}
            orders={run.byHandOrders}
            total={byHand}
            club={seesOrders ? club : null}
          />
          {run.byHand > 0 && (
            <TextLink to={paths.officeEvent(club.key, event.id, peopleToRefund)} alone mt="sm">
              {m.event_cancel_by_hand_open()}
            </TextLink>
          )}
        </Panel>
      )}
      {run.dates.length > 1 && (
        <Panel
          title={m.event_cancel_dates_title()}
          subtitle={run.dates.some(isUnapproved) ? m.event_cancel_dates_text() : undefined}
        >
          <RowList
            rows={run.dates.map(({ eventId, state, ...times }) => ({
              key: eventId,
              title: whenWords(timesOf(times), 'dated'),
              ...(eventId !== event.id && { to: paths.cancelEvent(club.key, eventId) }),
              badge: <Badge color={stateWords[state].color}>{stateWords[state].label()}</Badge>,
            }))}
          />
        </Panel>
      )}
      <Who run={run} />
    </Stack>
  )
}

const stateWords: Readonly<Record<CancelRun['state'], { color: MantineColor; label: () => string }>> = {
  waiting: { color: 'coral', label: m.event_cancel_waiting_title },
  declined: { color: 'red', label: m.event_cancel_state_declined },
  running: { color: 'fjord', label: m.event_cancel_under_way },
  done: { color: 'teal', label: m.event_cancel_ended },
  stopped: { color: 'gray', label: m.event_cancel_stopped },
}

const toRefundByHand = {
  search: '',
  filter: { field: 'toPayBack', op: 'any_of' as const, values: ['yes'] },
  sort: 'name' as const,
}
const peopleToRefund = { tab: 'people', filter: JSON.stringify(toRefundByHand.filter) }

type StateProps = Pick<Props, 'club' | 'event' | 'run'>

/** The state in words, and the presses that it allows. */
function State({ club, event, run }: StateProps) {
  const { state, can, failed, total, declined } = run
  const { color, label } = stateWords[state]
  const shown = {
    waiting: {
      icon: IconClockPause,
      title: label(),
      text: can.approve ? m.event_cancel_waiting_you() : m.event_cancel_waiting(),
    },
    declined: {
      icon: IconBan,
      title: m.event_cancel_declined({ name: declined?.by ?? '' }),
      text: can.approve
        ? m.event_cancel_declined_you()
        : can.ask
          ? m.event_cancel_declined_ask()
          : m.event_cancel_declined_text(),
    },
    running: { icon: IconLoader, title: m.event_cancel_running_title(), text: m.event_cancel_running() },
    done: {
      icon: failed > 0 ? IconAlertTriangle : IconCheck,
      title: m.event_cancel_done_title(),
      text: failed > 0 ? m.event_cancel_done_failed() : total > 0 ? m.event_cancel_done() : m.event_cancel_done_none(),
    },
    stopped: { icon: IconCheck, title: label(), text: '' },
  }[state]
  const Icon = shown.icon
  return (
    <Alert
      color={state === 'done' && failed > 0 ? 'red' : color}
      icon={<Icon size={22} stroke={1.7} />}
      title={shown.title}
      role="status"
    >
      <Stack gap="md" align="flex-start">
        <Text>{shown.text}</Text>
        {(can.approve || can.decline || can.ask || can.stop) && <Actions club={club} event={event} run={run} />}
      </Stack>
    </Alert>
  )
}

/** The presses that the state allows; all but asking again are asked about. */
function Actions({ club, event, run: { can, total } }: StateProps) {
  const [asking, setAsking] = useState<'approve' | 'decline' | 'stop' | null>(null)
  const [reason, setReason] = useState('')
  const preview = useQuery({ ...cancelPreviewQuery(club.id, event.id), enabled: can.approve })
  const { data } = preview
  const { toCards, byHand } = data?.numbers ?? {}
  const { approve, decline, ask, stop } = useCancelChanges(club.id, event.id)
  const close = () => setAsking(null)
  const answers = (message: string) => ({
    onError: showFailure,
    onSuccess: () => showToast({ message }),
    onSettled: close,
  })
  return (
    <Group gap="sm">
      {can.approve && <Button onClick={() => setAsking('approve')}>{m.event_cancel_approve()}</Button>}
      {can.decline && (
        <Button variant="default" onClick={() => setAsking('decline')}>
          {m.event_cancel_decline()}
        </Button>
      )}
      {can.ask && (
        <Button
          loading={ask.isPending}
          onClick={() => whenDone(ask.mutateAsync(undefined), answers(m.event_cancel_asked_toast()))}
        >
          {m.event_cancel_ask()}
        </Button>
      )}
      {can.stop && (
        <Button variant="default" onClick={() => setAsking('stop')}>
          {m.event_cancel_stop()}
        </Button>
      )}
      <QuestionDialog
        opened={asking === 'approve'}
        title={m.event_cancel_approve_title({
          amount: toCards && byHand ? formatMoney({ ...toCards, minor: toCards.minor + byHand.minor }) : '…',
        })}
        confirm={m.event_cancel_approve()}
        keep={m.event_cancel_approve_not()}
        busy={approve.isPending}
        disabled={!data}
        onClose={close}
        onConfirm={() => whenDone(approve.mutateAsync(undefined), answers(m.event_cancel_approved_toast()))}
      >
        {!data && preview.error ? (
          <QueryError query={preview} />
        ) : (
          <>
            {data && moneySentences(data.numbers, m.event_cancel_refunds_all_text)}{' '}
            {m.event_cancel_approve_text({ count: total })}
          </>
        )}
      </QuestionDialog>
      <QuestionDialog
        isGood
        opened={asking === 'decline'}
        title={m.event_cancel_decline_title()}
        confirm={m.event_cancel_decline()}
        busy={decline.isPending}
        disabled={reason.trim() === ''}
        onClose={close}
        onConfirm={() =>
          whenDone(decline.mutateAsync({ reason: reason.trim() }), answers(m.event_cancel_declined_toast()))
        }
      >
        <Stack gap="md">
          <Text>{m.event_cancel_decline_text()}</Text>
          <Textarea
            label={m.event_cancel_decline_reason()}
            value={reason}
            limit={500}
            autosize
            minRows={2}
            required
            data-autofocus
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        </Stack>
      </QuestionDialog>
      <QuestionDialog
        opened={asking === 'stop'}
        title={m.event_cancel_stop_title({ event: titleOf(event.fields) })}
        confirm={m.event_cancel_stop()}
        keep={m.event_cancel_stop_not()}
        busy={stop.isPending}
        onClose={close}
        onConfirm={() => whenDone(stop.mutateAsync(undefined), answers(m.event_cancel_stopped()))}
      >
        {m.event_cancel_stop_text()}
      </QuestionDialog>
    </Group>
  )
}

/** Facts for whoever approves: the numbers, the message to the guests, and why somebody declined. */
function Asked({ club, event, run: { texts, declined } }: StateProps) {
  const { data } = useQuery(cancelPreviewQuery(club.id, event.id))
  const quote = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const
  return (
    <>
      {declined && (
        <Panel title={m.event_cancel_decline_said({ name: declined.by })} subtitle={formatDateTime(declined.at)}>
          <Text style={quote}>{declined.reason}</Text>
        </Panel>
      )}
      {data && (
        <NumbersStep
          numbers={data.numbers}
          mayRefund
          title={m.event_cancel_asked_numbers()}
          text={m.event_cancel_asked_numbers_text()}
        />
      )}
      <Panel title={m.event_cancel_text_title()}>
        <Text style={quote}>{readersText(texts)}</Text>
      </Panel>
    </>
  )
}

function Counts({ run }: { run: CancelRun }) {
  const { state, total, failed, underWay, refunded, refunds, reason } = run
  const words = m.event_cancel_progress({ done: endedOf(run), total })
  const share = (count: number) => (count / total) * 100
  return (
    <Panel>
      <Stack gap="sm">
        <SpokenProgress words={words} done={endedOf(run)} total={total} />
        <Text fw={620}>{words}</Text>
        <Progress.Root size="lg">
          <Progress.Section value={share(endedOf(run))} color="teal" aria-label={words} />
          {failed > 0 && (
            <Progress.Section
              value={share(failed)}
              color="red"
              aria-label={m.event_cancel_failures({ count: failed })}
            />
          )}
        </Progress.Root>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {[
            refunds === 'none'
              ? m.event_cancel_kept({ reason: reason ?? '' })
              : refunded !== null && fact(m.event_cancel_refunded(), formatMoney(refunded)),
            state === 'running' && underWay > 0 && fact(m.event_cancel_under_way(), formatNumber(underWay)),
            failed > 0 && fact(m.event_cancel_failed(), formatNumber(failed)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
    </Panel>
  )
}

const fact = (name: string, value: string) => `${name}: ${value}`

interface OrdersProps<O> {
  readonly label: string
  readonly orders: readonly O[]
  readonly total: number
  /** Whose payments the reader may open; null if none. */
  readonly club: EventClub | null
  readonly says?: (order: O) => ReactNode
}

function Orders<O extends CancelRun['byHandOrders'][number]>({ label, orders, total, club, says }: OrdersProps<O>) {
  return (
    <>
      <Table.ScrollContainer minWidth={320} type="native">
        <Table aria-label={label}>
          <Table.Tbody>
            {orders.map((order) => (
              <Table.Tr key={order.orderId}>
                <Table.Td>
                  <Text fw={620}>{order.buyer}</Text>
                  <Text size="sm" c="dimmed">
                    {club ? (
                      <TextLink to={paths.clubPayments(club.key, { q: order.number })}>
                        {m.event_cancel_open_order({ number: order.number })}
                      </TextLink>
                    ) : (
                      order.number
                    )}
                    {order.isTest && ` · ${m.event_cancel_test_order()}`}
                  </Text>
                  {says && <Text size="sm">{says(order)}</Text>}
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
                  {order.amount !== null && formatMoney(order.amount)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {total > orders.length && (
        <Text size="sm" c="dimmed">
          {m.event_cancel_first_200()}
        </Text>
      )}
    </>
  )
}

function Who({ run }: { run: CancelRun }) {
  const { startedBy, startedAt, approvedBy, approvedAt, endedAt } = run
  const said = (name: string, at: string) => m.event_cancel_by_at({ name, at: formatDateTime(at) })
  const rows = [
    [m.event_cancel_started(), said(startedBy, startedAt)],
    [m.event_cancel_approved(), approvedBy && approvedAt && said(approvedBy, approvedAt)],
    [m.event_cancel_ended(), endedAt && formatDateTime(endedAt)],
  ]
  return (
    <Panel title={m.event_cancel_who()}>
      <Table maw={640} aria-label={m.event_cancel_who()}>
        <Table.Tbody>
          {rows.map(
            ([name, value]) =>
              value && (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
                    {name}
                  </Table.Th>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ),
          )}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}
