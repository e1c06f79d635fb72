import { Button, Stack } from '@mantine/core'
import { type ReactNode } from 'react'
import { m } from '#words/messages.js'
import type { Member } from '#contract/members/members.ts'
import type { useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
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
  const { formId, submit, busy } = state
  return (
    <form id={formId} noValidate aria-label={label} onSubmit={submit}>
      <Stack gap="lg">
        {children}
        <FormFoot state={state} failedTitle={failedTitle}>
          <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" size="md" loading={busy}>
            {submitLabel}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}
