import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { isSameText } from '#contract/search-words.ts'
import { ApiProblem } from '#web/api/client.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { operatorKeys } from './queries.ts'

/** Texts that an operator types in a dialog, by the dialog and its club. */
export const operatorDraft = defineDraft({ key: 'draft operator', schema: z.string(), lifetime: 'tab' })

interface Props<Answer> {
  /** Names what is done to what; the typed reason is kept under it when the operator has to sign in again. */
  readonly draft: string
  readonly title: string
  /** The consequences. */
  readonly children?: ReactNode
  /** A text that has to be typed, such as the club's key. */
  readonly confirmation?: { readonly label: string; readonly text: string }
  readonly confirm: string
  readonly danger?: boolean | undefined
  readonly disabled?: boolean
  /** The message afterwards, also about the answer. None where the page shows what happened. */
  readonly done?: string | ((answer: Answer) => string)
  /** Codes of refusals that a field of the dialog shows. */
  readonly atFields?: readonly string[]
  readonly onConfirm: (typed: { reason: string; confirmation: string }) => Promise<Answer>
  readonly onClose: () => void
}

/** Asks for the reason of what an operator does, which the history keeps; and for what cannot be undone, to type a text. */
export function ReasonDialog<Answer>(props: Props<Answer>) {
  const {
    draft,
    title,
    children,
    confirmation,
    confirm,
    danger,
    disabled,
    done,
    atFields = [],
    onConfirm,
    onClose,
  } = props
  const reason = useDraft(operatorDraft, `reason ${draft}`, '')
  const typed = useDraft(operatorDraft, `key ${draft}`, '')
  const cache = useQueryClient()
  const work = useMutation({
    mutationFn: () => onConfirm({ reason: reason.value.trim(), confirmation: typed.value.trim() }),
    onSuccess: async (answer) => {
      reason.clear()
      typed.clear()
      if (done) showToast({ message: typeof done === 'string' ? done : done(answer) })
      onClose()
      await cache.invalidateQueries({ queryKey: operatorKeys.all })
    },
  })
  const isAtField = work.error instanceof ApiProblem && atFields.includes(work.error.code)
  const isTyped = confirmation === undefined || isSameText(typed.value, confirmation.text)
  return (
    <FormDialog
      title={title}
      size="lg"
      confirm={confirm}
      danger={danger}
      error={isAtField ? null : work.error}
      busy={work.isPending}
      disabled={disabled || !isTyped || reason.value.trim() === ''}
      onSubmit={() => work.mutate()}
      onClose={onClose}
    >
      {children}
      {confirmation !== undefined && (
        <TextInput
          label={confirmation.label}
          value={typed.value}
          limit={200}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget: { value } }) => typed.save(value)}
        />
      )}
      <Textarea
        label={m.operator_reason()}
        description={m.operator_reason_hint()}
        value={reason.value}
        limit={500}
        autosize
        minRows={2}
        required
        data-autofocus={confirmation ? undefined : true}
        onChange={({ currentTarget: { value } }) => reason.save(value)}
      />
    </FormDialog>
  )
}
