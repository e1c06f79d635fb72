import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkPeople, SkipReason } from '#contract/people/bulk.ts'
import { OwnLeaveReason } from '#contract/people/leaving.ts'
import { memberMessages } from '#contract/people/member-messages.ts'
import { call, newToken } from '#web/api/client.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type Audience, MessageDialog } from '#web/features/notifications/club-messages/message-dialog.tsx'
import { offersQuery } from '#web/features/orders/office/by-hand-queries.ts'
import type { WhichMembers } from '#web/features/memberships/club-members/queries.ts'
import type { ListSelection } from '#web/ui/data-list/data-list.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatNames, formatShortDate, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { leaveReasonWords } from './person-words.ts'
import { isLeavingDay } from './queries.ts'
import {
  chosenOf,
  grantPreviewQuery,
  leavePreviewQuery,
  offerPreviewQuery,
  useBulkActions,
} from './register-queries.ts'

export interface BulkProps {
  readonly orgId: string
  readonly selection: ListSelection
  readonly which: WhichMembers
  /** The filter in words. */
  readonly sentence: string | undefined
}

type DialogProps = BulkProps & { readonly onClose: () => void }

/** Writes to the chosen people. */
export function MessageMany({ orgId, selection, which, sentence, onClose }: DialogProps) {
  const chosen = chosenOf(selection, which)
  const audience: Audience = {
    title: m.bulk_message_title({ people: titleCount(selection) }),
    who: 'all' in selection ? sentence : undefined,
    place: `${orgId} members`,
    chosen,
    preview: (as, signal) => call(memberMessages.preview, { orgId, ...chosen, ...as }, { signal }),
    send: (message) => call(memberMessages.send, { orgId, ...chosen, ...message }),
  }
  return <MessageDialog {...audience} onClose={onClose} />
}

const skipWords = {
  left: m.bulk_skip_left,
  archived: m.bulk_skip_archived,
  joined_later: m.bulk_skip_joined_later,
  season_later: m.bulk_skip_season_later,
  held: m.bulk_skip_held,
  reserved: m.bulk_skip_reserved,
  too_young: m.bulk_skip_too_young,
  too_old: m.bulk_skip_too_old,
  no_email: m.bulk_skip_no_email,
  under_way: m.bulk_skip_under_way,
} satisfies Record<SkipReason, unknown>

/** For how many it is done, and who is left out for which reason. */
function Summary({ preview, people }: { readonly preview: BulkPeople | undefined; readonly people: string }) {
  if (!preview) return <SkeletonList rows={1} height={48} />
  return (
    <Stack gap={4} role="status">
      <Text fw={620}>{preview.people > 0 ? people : m.bulk_nobody()}</Text>
      {!!preview.renewedByCard && <Text size="sm">{m.bulk_renewed_by_card({ count: preview.renewedByCard })}</Text>}
      {preview.skipped.length > 0 && (
        <List size="sm" spacing={4}>
          {preview.skipped.map(({ reason, count, names }) => (
            <List.Item key={reason}>
              {skipWords[reason]({ count })}: {formatNames(names, count)}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** Says that it has begun, and for how many not. */
function showBegun(begun: string, { skipped }: BulkPeople) {
  const count = skipped.reduce((sum, one) => sum + one.count, 0)
  showToast({ message: count > 0 ? `${begun} ${m.bulk_skipped({ count })}` : begun })
}

const titleCount = (selection: ListSelection) =>
  m.club_members_count({ count: 'ids' in selection ? selection.ids.length : selection.count })

/** Marks the chosen people as left. */
export function LeaveMany({ orgId, selection, which, sentence, onClose }: DialogProps) {
  const chosen = chosenOf(selection, which)
  const [fields, set] = useState({ leftOn: today(), leaveReason: 'other' as OwnLeaveReason, text: '' })
  const { data: preview, error, isPlaceholderData } = useQuery(leavePreviewQuery(orgId, chosen, fields.leftOn))
  const { leave } = useBulkActions(orgId)
  return (
    <FormDialog
      title={m.bulk_leave_title({ people: titleCount(selection) })}
      confirm={m.leave_action()}
      danger
      error={leave.error ?? error}
      busy={leave.isPending}
      disabled={!preview || preview.people === 0 || isPlaceholderData || !isLeavingDay(fields.leftOn)}
      onSubmit={() =>
        whenDone(leave.mutateAsync({ ...fields, text: fields.text.trim(), ...chosen }), {
          onSuccess: (begun) => {
            onClose()
            showBegun(m.bulk_leave_begun({ count: begun.people }), begun)
          },
        })
      }
      onClose={onClose}
    >
      {'all' in selection && sentence && <Text c="dimmed">{sentence}</Text>}
      <TextInput
        type="date"
        label={m.leave_day()}
        data-autofocus
        value={fields.leftOn}
        error={isLeavingDay(fields.leftOn) ? null : m.field_date()}
        onChange={({ currentTarget: { value } }) => set({ ...fields, leftOn: value })}
      />
      <ChoiceField
        label={m.leave_reason()}
        data={OwnLeaveReason.options.map((value) => ({ value, label: leaveReasonWords[value]() }))}
        value={fields.leaveReason}
        onChange={({ currentTarget: { value } }) => set({ ...fields, leaveReason: value as OwnLeaveReason })}
      />
      <Textarea
        label={m.leave_text()}
        description={m.leave_text_hint()}
        autosize
        minRows={2}
        limit={300}
        value={fields.text}
        onChange={({ currentTarget: { value } }) => set({ ...fields, text: value })}
      />
      {!error && <Summary preview={preview} people={m.bulk_leave_people({ count: preview?.people ?? 0 })} />}
      <Text size="sm">{m.bulk_leave_happens()}</Text>
    </FormDialog>
  )
}

interface SeasonProps {
  /** Only what people can buy now. */
  readonly onSale?: boolean
  readonly orgId: string
  readonly value: string
  readonly error: string | false
  readonly onChange: (id: string) => void
}

/** A season of the club that has not ended. */
function SeasonField({ orgId, onSale = false, value, error, onChange }: SeasonProps) {
  const query = useQuery(offersQuery(orgId))
  const { data } = query
  const seasons = (data?.memberships ?? []).filter((one) => one.onSale || !onSale)
  if (query.error && !data) return <QueryError query={query} />
  if (data && seasons.length === 0) return <Text>{onSale ? m.bulk_offer_none() : m.bulk_season_none()}</Text>
  return (
    <ChoiceField
      label={m.bulk_season()}
      value={value}
      error={error}
      data={[
        { value: '', label: m.bulk_season_choose() },
        ...seasons.map(({ id, name, startDate, endDate }) => ({
          value: id,
          label: `${name} (${formatShortDate(startDate)} – ${formatShortDate(endDate)})`,
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  )
}

interface SeasonDialogProps extends DialogProps {
  readonly kind: 'grant' | 'offer'
}

const seasonWords = {
  grant: {
    action: m.bulk_grant,
    title: m.bulk_grant_title,
    people: m.bulk_grant_people,
    happens: m.bulk_grant_happens,
    begun: m.bulk_grant_begun,
  },
  offer: {
    action: m.bulk_offer,
    title: m.bulk_offer_title,
    people: m.bulk_offer_people,
    happens: m.bulk_offer_happens,
    begun: m.bulk_offer_begun,
  },
}

/** Gives the chosen people a membership free with a reason, or offers them one that is on sale. */
export function SeasonMany({ kind, orgId, selection, which, sentence, onClose }: SeasonDialogProps) {
  const chosen = chosenOf(selection, which)
  const [fields, set] = useState({ membershipConfId: '', reason: '' })
  const [tried, setTried] = useState(false)
  const { membershipConfId, reason } = fields
  const [token] = useState(newToken)
  const previewQuery = kind === 'grant' ? grantPreviewQuery : offerPreviewQuery
  const { data: preview, error, isPlaceholderData } = useQuery(previewQuery(orgId, chosen, membershipConfId))
  const { grant, offer } = useBulkActions(orgId)
  const words = seasonWords[kind]
  const onSuccess = (begun: BulkPeople) => {
    onClose()
    showBegun(words.begun({ count: begun.people }), begun)
  }
  const onSubmit = () => {
    setTried(true)
    if (membershipConfId === '') return
    if (kind === 'offer') whenDone(offer.mutateAsync({ token, membershipConfId, ...chosen }), { onSuccess })
    else if (reason.trim() !== '')
      whenDone(grant.mutateAsync({ membershipConfId, reason: reason.trim(), ...chosen }), { onSuccess })
  }
  return (
    <FormDialog
      title={words.title({ people: titleCount(selection) })}
      confirm={words.action()}
      error={grant.error ?? offer.error ?? error}
      busy={grant.isPending || offer.isPending}
      disabled={preview?.people === 0 || isPlaceholderData}
      {...{ onSubmit, onClose }}
    >
      {'all' in selection && sentence && <Text c="dimmed">{sentence}</Text>}
      <SeasonField
        orgId={orgId}
        onSale={kind === 'offer'}
        value={membershipConfId}
        error={tried && membershipConfId === '' && m.bulk_season_choose()}
        onChange={(id) => set({ ...fields, membershipConfId: id })}
      />
      {kind === 'grant' && (
        <Textarea
          label={m.bulk_grant_reason()}
          description={m.bulk_grant_reason_hint()}
          autosize
          minRows={2}
          limit={300}
          value={reason}
          error={tried && reason.trim() === '' && m.registrations_add_reason_missing()}
          onChange={({ currentTarget: { value } }) => set({ ...fields, reason: value.replace(/\n/g, ' ') })}
        />
      )}
      {!error && membershipConfId !== '' && (
        <Summary preview={preview} people={words.people({ count: preview?.people ?? 0 })} />
      )}
      <Text size="sm">{words.happens()}</Text>
    </FormDialog>
  )
}
