import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '#web/ui/icons/index.ts'
import type { FormEvent, ReactNode } from 'react'
import { problemText } from '#web/api/problem-text.ts'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { m } from '#words/messages.js'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** Null: there is nothing to send. */
  readonly confirm: string | null
  readonly danger?: boolean | undefined
  readonly size?: string
  /** Why it was refused. */
  readonly error: unknown
  readonly errorWords?: (error: unknown) => string
  readonly busy: boolean
  readonly disabled?: boolean | undefined
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A short form in a dialog, with what its answer was refused for. */
export function FormDialog(props: Props) {
  const { title, children, confirm, danger, size, error, errorWords = problemText, busy, disabled, onClose } = props
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    props.onSubmit()
    focusFirstError(event.currentTarget)
  }
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {children}
          {error !== null && (
            <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} stroke={1.7} />}>
              {errorWords(error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {confirm === null ? m.action_close() : m.action_cancel()}
            </Button>
            {confirm !== null && (
              <Button type="submit" color={danger ? 'red' : 'fjord'} loading={busy} disabled={disabled}>
                {confirm}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
