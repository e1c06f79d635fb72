import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'
import type { Member } from '#contract/members.ts'
import type { useEditedForm } from '#web/api/edited-form.ts'
import { ChangedMeanwhile } from '#web/ui/fields/changed-meanwhile.tsx'
import type { ProfileValues } from './profile-values.ts'

interface Props {
  readonly state: ReturnType<typeof useEditedForm<ProfileValues, Member>>
  readonly label: string
  readonly submitLabel: string
  readonly failedTitle: string
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** The form around a person's fields, with errors and buttons. */
export function MemberForm({ state, label, submitLabel, failedTitle, onCancel, children }: Props) {
  const { formId, submit, conflict, failure, busy, saveChosen, takeSaved } = state
  return (
    <form id={formId} noValidate aria-label={label} onSubmit={submit}>
      <Stack gap="lg">
        {children}
        {conflict && (
          <ChangedMeanwhile
            fields={conflict.fields}
            busy={busy}
            onSave={(taken) => saveChosen(conflict.current, taken)}
            onTakeSaved={() => takeSaved(conflict.current)}
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
