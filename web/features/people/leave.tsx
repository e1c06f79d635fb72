import { Button, List, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { type LeavePreview, type LeaveReason, leaveReasons } from '#contract/people/leaving.ts'
import { whenDone } from '#web/api/query-client.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { leaveReasonWords } from './person-words.ts'
import { isLeavingDay, leavingQuery, ownLeavingQuery, useLeaveOwn, usePersonChanges, type Whose } from './queries.ts'

interface Fields {
  readonly day: string
  readonly reason: LeaveReason
  readonly text: string
}

interface FormProps {
  readonly title: string
  readonly preview: LeavePreview | undefined
  readonly failed: ReactNode
  readonly reasons: readonly LeaveReason[]
  readonly error: unknown
  readonly busy: boolean
  /** The consequences that the office or the person has beside those of both. */
  readonly sentences: (fields: Fields, preview: LeavePreview) => readonly (string | false)[]
  readonly children?: ReactNode
  readonly onSubmit: (fields: Fields) => void
  readonly onClose: () => void
}

/** Asks for the day and the reason, and says what happens. */
function LeaveForm(props: FormProps) {
  const { preview, sentences } = props
  const [fields, set] = useState<Fields>({ day: today(), reason: 'moved', text: '' })
  const change = (more: Partial<Fields>) => set({ ...fields, ...more })
  return (
    <FormDialog
      title={props.title}
      confirm={m.leave_confirm()}
      danger
      error={props.error}
      busy={props.busy}
      disabled={!preview || preview.leftOn !== null || !isLeavingDay(fields.day)}
      onSubmit={() => props.onSubmit({ ...fields, text: fields.text.trim() })}
      onClose={props.onClose}
    >
      {!preview ? (
        props.failed || <SkeletonList rows={3} height={48} />
      ) : preview.leftOn ? (
        <Text>{m.leave_already({ name: preview.name, date: formatDate(preview.leftOn) })}</Text>
      ) : (
        <>
          <TextInput
            type="date"
            label={m.leave_day()}
            value={fields.day}
            error={isLeavingDay(fields.day) ? null : m.field_date()}
            onChange={({ currentTarget: { value } }) => change({ day: value })}
          />
          <ChoiceField
            label={m.leave_reason()}
            data={props.reasons.map((value) => ({ value, label: leaveReasonWords[value]() }))}
            value={fields.reason}
            onChange={({ currentTarget: { value } }) => change({ reason: value as LeaveReason })}
          />
          <Textarea
            label={m.leave_text()}
            description={m.leave_text_hint()}
            autosize
            minRows={2}
            limit={300}
            value={fields.text}
            onChange={({ currentTarget: { value } }) => change({ text: value })}
          />
          {props.children}
          <Stack gap={4}>
            <Text fw={620}>{m.leave_what_happens()}</Text>
            <List size="sm" spacing={4}>
              {[
                preview.renews ? m.leave_renewal_ends() : m.leave_no_renewal(),
                preview.paidUntil !== null && m.leave_paid_until({ date: formatDate(preview.paidUntil) }),
                ...sentences(fields, preview),
              ]
                .filter((one) => one !== false)
                .map((sentence) => (
                  <List.Item key={sentence}>{sentence}</List.Item>
                ))}
            </List>
          </Stack>
        </>
      )}
    </FormDialog>
  )
}

interface OfficeProps {
  readonly whose: Whose
  readonly name: string
  /** Tickets are refunded by whoever may refund. */
  readonly mayRefund: boolean
  readonly onClose: () => void
}

/** The office says that somebody leaves. */
export function LeaveDialog({ whose, name, mayRefund, onClose }: OfficeProps) {
  const query = useQuery({ ...leavingQuery(whose), staleTime: 0 })
  const { leave } = usePersonChanges(whose)
  const [tickets, choose] = useState<'keep' | 'refund'>('keep')
  const count = query.data?.tickets ?? 0
  return (
    <LeaveForm
      title={m.leave_club_title({ name })}
      preview={query.data}
      failed={query.error && <QueryError query={query} />}
      reasons={leaveReasons}
      error={leave.error}
      busy={leave.isPending}
      sentences={({ reason }, { mailed, number }) => [
        reason === 'deceased' ? m.leave_deceased() : mailed ? m.leave_mailed() : m.leave_not_mailed(),
        number !== null && m.leave_number_kept({ number }),
      ]}
      onSubmit={(fields) =>
        whenDone(leave.mutateAsync({ ...fields, tickets }), {
          onSuccess: () => {
            onClose()
            showToast({ message: m.leave_done({ name }) })
          },
        })
      }
      onClose={onClose}
    >
      {count > 0 && mayRefund && (
        <Radio.Group label={`${m.leave_tickets()}: ${count}`} value={tickets} onChange={choose}>
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={m.leave_tickets_keep()} />
            <Radio value="refund" label={m.leave_tickets_refund()} />
          </Stack>
        </Radio.Group>
      )}
    </LeaveForm>
  )
}

interface OwnProps {
  readonly club: { readonly id: string; readonly name: string }
  readonly person: { readonly memberId: string; readonly name: string }
}

/** A person leaves by themselves, or with who looks after them. */
export function LeaveOwnButton({ club, person }: OwnProps) {
  const [opened, open] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="transparent"
        c="dimmed"
        fw={400}
        px={0}
        aria-label={`${m.leave_own_action()}: ${person.name}`}
        onClick={() => open(true)}
      >
        {m.leave_own_action()}
      </Button>
      {opened && <LeaveOwnDialog club={club} person={person} onClose={() => open(false)} />}
    </>
  )
}

function LeaveOwnDialog({ club, person, onClose }: OwnProps & { readonly onClose: () => void }) {
  const whose = { orgId: club.id, memberId: person.memberId }
  const query = useQuery({ ...ownLeavingQuery(whose), staleTime: 0 })
  const leave = useLeaveOwn(whose)
  const values = { name: person.name, club: club.name }
  return (
    <LeaveForm
      title={m.leave_own_title(values)}
      preview={query.data}
      failed={query.error && <QueryError query={query} />}
      reasons={leaveReasons.filter((one) => one !== 'deceased')}
      error={leave.error}
      busy={leave.isPending}
      sentences={(_, { tickets, mailed }) => [
        tickets !== null && tickets > 0 && m.leave_own_tickets(),
        mailed && m.leave_own_mailed(),
        m.leave_own_back(),
      ]}
      onSubmit={({ reason, ...fields }) =>
        whenDone(leave.mutateAsync({ ...fields, reason: reason === 'deceased' ? 'other' : reason }), {
          onSuccess: () => {
            onClose()
            showToast({ message: m.leave_own_done(values) })
          },
        })
      }
      onClose={onClose}
    />
  )
}
