import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertCircle } from '#web/ui/icons/index.ts'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { PriceChangeDialog } from '#web/ui/dialogs/price-change-dialog.tsx'
import { ChangedMeanwhile } from '#web/ui/fields/changed-meanwhile.tsx'
import type { SaveState } from './edited-form.ts'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'

interface Props<R> {
  readonly state: SaveState<R>
  readonly failedTitle?: string
  /** The buttons: what somebody else saved meanwhile takes their place. */
  readonly children: ReactNode
}

/** The end of every edited form: its buttons, and what became of a save. */
export function FormFoot<R>({ state, failedTitle, children }: Props<R>) {
  const { busy, conflict, failure, asked } = state
  const foot = useRef<HTMLDivElement>(null)
  const hadConflict = useRef(false)
  useEffect(() => {
    // The panel took the focus, and is gone.
    if (hadConflict.current && !conflict) foot.current?.focus({ preventScroll: true })
    hadConflict.current = conflict !== null
  }, [conflict])
  return (
    <Stack gap="md" ref={foot} tabIndex={-1} flex={1}>
      {conflict && (
        <ChangedMeanwhile
          fields={conflict.fields}
          busy={busy}
          onSave={(taken) => state.saveChosen(conflict.current, taken)}
          onTakeSaved={() => state.takeSaved(conflict.current)}
        />
      )}
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />} title={failedTitle}>
          {problemText(failure)}
        </Alert>
      )}
      {!conflict && (
        <Group justify="flex-end" gap="sm">
          {children}
        </Group>
      )}
      <PriceChangeDialog
        question={asked && asked.question}
        busy={busy}
        onConfirm={() => asked?.onConfirm()}
        onClose={() => asked?.onClose()}
      />
    </Stack>
  )
}

interface EditedFormProps<R> extends Pick<Props<R>, 'failedTitle'> {
  /** Of `useEditedForm`. */
  readonly state: SaveState<R> & {
    readonly formId: string
    readonly submit: (event?: FormEvent<HTMLFormElement>) => void
  }
  readonly label?: string
  /** *Save* where left out. */
  readonly submitLabel?: string
  /** For a form that is all of its page or dialog. */
  readonly large?: boolean
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** An edited form that ends with *Cancel* and *Save*. */
export function EditedForm<R>(props: EditedFormProps<R>) {
  const { state, label, submitLabel = m.action_save(), failedTitle, large = false, onCancel, children } = props
  const size = large ? 'md' : 'sm'
  return (
    <form id={state.formId} noValidate aria-label={label} onSubmit={state.submit}>
      <Stack gap={large ? 'lg' : 'md'}>
        {children}
        <FormFoot state={state} {...(failedTitle && { failedTitle })}>
          <Button variant="default" size={size} onClick={onCancel} disabled={state.busy}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" size={size} loading={state.busy}>
            {submitLabel}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}
