import { Alert, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconHourglass } from '#web/ui/icons/index.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonExport } from '#contract/exports.ts'
import { fullName } from '#contract/members/full-name.ts'
import type { Erasure, ErasureRefusal } from '#contract/privacy.ts'
import { isSameText } from '#contract/search-words.ts'
import { ApiProblem } from '#web/api/client.ts'
import { saveFile } from '#web/api/files.ts'
import { showFailure } from '#web/api/toasts.ts'
import { ReasonDialog } from '#web/features/operator/reason-dialog.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useSeconds } from '#web/ui/use-seconds.ts'
import { formatDate, formatDateTime, formatSize } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { type By, callsOf, copyQuery, erasureQuery, privacyKeys } from './queries.ts'

interface Props {
  readonly memberId: string
  readonly by: By
  /** Called once they are erased: signs out, for oneself. */
  readonly onGone?: () => void
}

/** A person's data: a copy of it, and its erasure. */
export function PersonData({ memberId, by, onGone }: Props) {
  const erasure = useQuery(erasureQuery(memberId, by))
  const [name, setName] = useState('')
  if (erasure.data && fullName(erasure.data.person) !== name) setName(fullName(erasure.data.person))
  // Once erased, they are not found; a disabled member of one's own is refused.
  const isGone = name !== '' && erasure.error instanceof ApiProblem && /not_found|member_/.test(erasure.error.code)
  if (isGone) return <Gone name={name} onGone={onGone} />
  if (!erasure.data) return <NotLoaded query={erasure} rows={2} height={240} />
  return (
    <Stack gap="lg">
      <Copy memberId={memberId} by={by} />
      <Erase memberId={memberId} by={by} erasure={erasure.data} since={erasure.dataUpdatedAt} />
    </Stack>
  )
}

const Gone = ({ name, onGone }: { readonly name: string; readonly onGone: (() => void) | undefined }) => (
  <Alert color="green" role="status" icon={<IconCircleCheck size={20} stroke={1.7} />}>
    <Group justify="space-between" gap="sm">
      {m.own_data_gone({ name })}
      {onGone && <Button onClick={onGone}>{m.own_data_gone_sign_out()}</Button>}
    </Group>
  </Alert>
)

function Copy({ memberId, by }: Props) {
  const cache = useQueryClient()
  const copy = useQuery(copyQuery(memberId, by))
  const [asking, setAsking] = useState(false)
  const made = (copied: PersonExport) => cache.setQueryData(privacyKeys.copy(memberId, by), copied)
  const make = useMutation({
    mutationFn: () => callsOf(memberId, by).makeCopy(''),
    onSuccess: made,
    onError: showFailure,
  })
  const fetchFile = useMutation({
    mutationFn: (id: string) => callsOf(memberId, by).fetchCopy(id),
    onSuccess: saveFile,
    onError: showFailure,
  })
  const begin = () => (by === 'operator' ? setAsking(true) : make.mutate())
  const { data } = copy
  return (
    <Panel title={m.own_data_copy_title()}>
      <Stack gap="md" align="flex-start">
        <div>
          <Text>{m.own_data_copy_text()}</Text>
          {by === 'operator' && (
            <Text c="dimmed" mt="xs">
              {m.own_data_copy_operator()}
            </Text>
          )}
          <div role="status">{data && <Text mt="md">{copyWords(data)}</Text>}</div>
        </div>
        <Group gap="sm">
          {data?.state === 'ready' && (
            <Button
              leftSection={<IconDownload size={18} stroke={1.7} />}
              loading={fetchFile.isPending}
              onClick={() => fetchFile.mutate(data.id)}
            >
              {m.own_data_copy_fetch()}
            </Button>
          )}
          <Button variant="default" loading={make.isPending || data?.state === 'running'} onClick={begin}>
            {data?.state === 'ready' ? m.own_data_copy_again() : m.own_data_copy_make()}
          </Button>
        </Group>
      </Stack>
      {asking && (
        <ReasonDialog
          draft={`copy ${memberId}`}
          title={m.own_data_copy_title()}
          confirm={m.own_data_copy_make()}
          onConfirm={async ({ reason }) => made(await callsOf(memberId, by).makeCopy(reason))}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

function copyWords({ state, fileName, bytes, expiresAt }: PersonExport): string {
  if (state === 'running') return m.own_data_copy_running()
  if (state === 'failed') return m.own_data_copy_failed()
  return m.own_data_copy_ready({ name: fileName, size: formatSize(bytes ?? 0), until: formatDateTime(expiresAt) })
}

interface EraseProps extends Props {
  readonly erasure: Erasure
  /** When the seconds left were read. */
  readonly since: number
}

function Erase({ memberId, by, erasure, since }: EraseProps) {
  const [asking, setAsking] = useState(false)
  const { person, refusals, waiting, wasRefused } = erasure
  const name = fullName(person)
  return (
    <Panel title={by === 'themselves' ? m.own_data_erase_title() : m.own_data_erase_title_of({ name })}>
      <Stack gap="md">
        <WhatGoes {...erasure} />
        {wasRefused && !waiting && (
          <Alert color="coral" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
            {m.own_data_was_refused()}
          </Alert>
        )}
        {refusals.length > 0 && (
          <Alert color="coral" title={m.own_data_refused_title()} icon={<IconAlertTriangle size={20} stroke={1.7} />}>
            <Lines lines={refusals.map(refusalWords)} />
          </Alert>
        )}
        {waiting ? (
          <Waiting memberId={memberId} by={by} name={name} waiting={waiting} since={since} />
        ) : (
          <Group>
            <Button color="red" variant="outline" disabled={refusals.length > 0} onClick={() => setAsking(true)}>
              {m.own_data_erase()}
            </Button>
          </Group>
        )}
      </Stack>
      {asking && <EraseForm memberId={memberId} by={by} erasure={erasure} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

function WhatGoes({ goes, stays }: Erasure) {
  const counted = (count: number, words: (given: { count: number }) => string) => (count > 0 ? [words({ count })] : [])
  return (
    <SimpleGrid minColWidth="min(100%, 20rem)" autoFlow="auto-fit" spacing="lg">
      <div>
        <Title order={3} mb="xs">
          {m.own_data_goes()}
        </Title>
        <Lines
          lines={[
            m.own_data_goes_profile(),
            m.own_data_goes_written(),
            ...counted(goes.questions, m.own_data_goes_questions),
            ...counted(goes.cards, m.own_data_goes_cards),
            ...goes.memberships.map(({ club, until }) =>
              m.own_data_goes_membership({ club, until: formatDate(until) }),
            ),
            ...counted(goes.tickets, m.own_data_goes_tickets),
            ...goes.participants.map((name) => m.own_data_goes_participant({ name })),
            m.own_data_goes_sign_in(),
          ]}
        />
      </div>
      <div>
        <Title order={3} mb="xs">
          {m.own_data_stays()}
        </Title>
        <Lines
          lines={[
            ...(stays.receipts > 0 && stays.receiptsUntil
              ? [m.own_data_stays_receipts({ count: stays.receipts, until: formatDate(stays.receiptsUntil) })]
              : []),
            ...stays.participants.map(({ name, with: other }) => m.own_data_stays_participant({ name, other })),
            m.own_data_stays_history(),
            m.own_data_stays_others(),
            m.own_data_stays_backups(),
          ]}
        />
      </div>
    </SimpleGrid>
  )
}

function refusalWords({ because, name }: ErasureRefusal): string {
  if (because === 'office_role' && name === '') return m.own_data_refused_operator()
  const words = {
    order_under_way: m.own_data_refused_order,
    refund_in_flight: m.own_data_refused_refund,
    second_guardian: m.own_data_refused_guardian,
    office_role: m.own_data_refused_role,
  }
  return words[because]({ name })
}

interface WaitingProps extends Props {
  readonly name: string
  readonly waiting: NonNullable<Erasure['waiting']>
  readonly since: number
}

function Waiting({ memberId, by, name, waiting, since }: WaitingProps) {
  const now = useSeconds()
  const cache = useQueryClient()
  const stop = useMutation({
    mutationFn: () => callsOf(memberId, by).stop(waiting.actionId),
    onSuccess: (erasure) => {
      cache.setQueryData(privacyKeys.erasure(memberId, by), erasure)
      showToast({ message: m.own_data_stopped() })
    },
    onError: showFailure,
  })
  const count = Math.max(0, waiting.secondsLeft - Math.floor((now - since) / 1000))
  return (
    <Alert color="fjord" icon={<IconHourglass />}>
      <Group justify="space-between" gap="sm">
        <Text role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {m.own_data_waiting({ name, count })}
        </Text>
        <Button color="red" loading={stop.isPending} onClick={() => stop.mutate()}>
          {m.own_data_stop()}
        </Button>
      </Group>
    </Alert>
  )
}

interface EraseFormProps extends Props {
  readonly erasure: Erasure
  readonly onClose: () => void
}

function EraseForm({ memberId, by, erasure: { person, confirmation }, onClose }: EraseFormProps) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const erase = async (typing: { confirmation: string; reason: string }) =>
    cache.setQueryData(privacyKeys.erasure(memberId, by), await callsOf(memberId, by).erase(typing))
  const work = useMutation({ mutationFn: () => erase({ confirmation: typed, reason: '' }), onSuccess: onClose })
  const dialog = {
    title: m.own_data_erase_title_of({ name: fullName(person) }),
    confirm: m.own_data_erase_confirm(),
    danger: true,
    onClose,
  }
  const label = m.own_data_type_name({ name: confirmation })
  if (by === 'operator')
    return (
      <ReasonDialog
        {...dialog}
        draft={`erase ${memberId}`}
        confirmation={{ label, text: confirmation }}
        onConfirm={erase}
      >
        <Text>{m.own_data_erase_text()}</Text>
      </ReasonDialog>
    )
  return (
    <FormDialog
      {...dialog}
      error={work.error}
      busy={work.isPending}
      disabled={!isSameText(typed, confirmation)}
      onSubmit={() => work.mutate()}
    >
      <Text>{m.own_data_erase_text()}</Text>
      <TextInput
        label={label}
        value={typed}
        limit={200}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </FormDialog>
  )
}
