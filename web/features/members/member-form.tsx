import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'
import type { ProfileValues } from './profile-values.ts'
import type { useMemberForm } from './use-member-form.ts'
import { ProfileConflict } from './profile-conflict.tsx'

interface Props {
  readonly state: ReturnType<typeof useMemberForm>
  readonly label: string
  /** The typed values as they would be saved. */
  readonly typed: () => ProfileValues
  readonly submitLabel: string
  readonly failedTitle: string
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** The form around a person's fields, with errors and buttons. */
export function MemberForm({ state, label, typed, submitLabel, failedTitle, onCancel, children }: Props) {
  const { formId, submit, conflict, failure, busy, keepTyped, takeSaved } = state
  return (
    <form id={formId} noValidate aria-label={label} onSubmit={submit}>
      <Stack gap="lg">
        {children}
        {conflict && (
          <ProfileConflict
            typed={typed()}
            saved={conflict}
            busy={busy}
            onKeepTyped={() => keepTyped(conflict)}
            onTakeSaved={() => takeSaved(conflict)}
          />
        )}
        {failure && (
          <Alert role="alert" color="red" icon={<IconAlertCircle />} title={failedTitle}>
            {problemText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" size="md" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
