import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconSend2 } from '#web/ui/icons/index.ts'
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'
import c from './composer.module.css'
import low from './low-screen.module.css'
import { FileArea, FileButton, FileList } from './file-field.tsx'
import { cleaned, textProblem } from './check-message.ts'
import type { FileCalls } from './queries.ts'
import { useMessageDraft } from './message-draft.ts'
import { useFiles } from './use-files.ts'
import { useSending } from './use-sending.ts'

export interface OutgoingMessage {
  readonly text: string
  readonly attachmentIds: string[]
  /** Idempotency token: the same for every attempt to send this message. */
  readonly token: string
}

type Send = (message: OutgoingMessage) => Promise<unknown>

export interface ComposerHandle {
  readonly insert: (text: string) => void
  readonly focus: () => void
}

export interface ComposerProps {
  /** Draft key, such as `thread:{id}`; also the component's React key. */
  readonly place: string
  /** The draft's owner; null when signed out. */
  readonly memberId: string | null
  readonly label: string
  /** Null disables attachments. */
  readonly files: FileCalls | null
  /** Rejects if the message is refused; the text then stays. */
  readonly onSend: Send
  readonly sendLabel?: string
  /** A second way to send, such as "send and close". */
  readonly other?: { readonly label: string; readonly onSend: Send } | undefined
  readonly tools?: ReactNode
  readonly ref?: Ref<ComposerHandle>
}

/** A message field with attachments. The draft survives a reload, Ctrl+Enter sends, and retries never send twice. */
export function Composer(props: ComposerProps) {
  const { place, memberId, label, files: calls, onSend, sendLabel = m.composer_send(), other, tools, ref } = props
  const draft = useMessageDraft(place, memberId)
  const files = useFiles(draft, calls ?? noFiles)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<() => void>(null)
  /** The last attempt failed validation. */
  const [tried, setTried] = useState(false)
  const hint = useId()
  const text = draft.values['text'] ?? ''

  const { sending, mutate } = useSending(draft, calls?.detach ?? null)
  const busy = sending.isPending
  const send = (how: Send) => {
    if (files.uploading.length > 0) return
    const wrong = textProblem(text) !== null
    setTried(wrong)
    if (wrong) return field.current?.focus()
    mutate(async (outgoing) => {
      const message = {
        text: cleaned(outgoing.values['text'] ?? ''),
        attachmentIds: outgoing.files.map(({ id }) => id),
      }
      await how({ ...message, token: draft.token(message) })
      // Don't steal the focus if it has moved elsewhere.
      if (document.activeElement === document.body || form.current?.contains(document.activeElement))
        field.current?.focus()
    })
  }

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    insert(words) {
      const element = field.current
      const [from, to] = [element?.selectionStart ?? text.length, element?.selectionEnd ?? text.length]
      draft.setValue('text', text.slice(0, from) + words + text.slice(to))
      element?.focus()
      requestAnimationFrame(() => element?.setSelectionRange(from + words.length, from + words.length))
    },
  }))

  const error = (tried && textProblem(text)) || (sending.error && problemText(sending.error))
  return (
    <form
      ref={form}
      className={c.composer}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(onSend)
      }}
    >
      <FileArea files={calls && files} open={chooser}>
        <Stack gap={10}>
          <Textarea
            ref={field}
            aria-label={label}
            placeholder={label}
            // As a property the kit would replace it by the id of a description of its own.
            attributes={{ input: { 'aria-describedby': hint } }}
            value={text}
            rows={2}
            error={error}
            errorProps={{ role: 'alert' }}
            classNames={{ input: c.input ?? '' }}
            onChange={({ currentTarget }) => {
              setTried(false)
              if (!busy) sending.reset()
              draft.setValue('text', currentTarget.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              send(onSend)
            }}
            onPaste={(event) => {
              const { files: pasted, types } = event.clipboardData
              if (!calls || pasted.length === 0 || types.includes('text/plain')) return
              event.preventDefault()
              files.add([...pasted])
            }}
          />
          {calls && <FileList chosen={draft.files} files={files} disabled={busy} />}
          <Group gap="xs">
            <div className={other ? `${c.tools} ${low.signs}` : c.tools}>
              {calls && <FileButton onClick={() => chooser.current?.()} compact />}
              {tools}
              <Text id={hint} size="xs" c="dimmed" truncate className={c.hint ?? ''}>
                {m.composer_hint()}
              </Text>
            </div>
            <div className={c.ways} data-two={other !== undefined || undefined}>
              {other && (
                <Button variant="default" disabled={busy} onClick={() => send(other.onSend)}>
                  {other.label}
                </Button>
              )}
              <Button
                type="submit"
                loading={busy}
                disabled={files.uploading.length > 0}
                leftSection={<IconSend2 size={18} stroke={1.7} />}
              >
                {sendLabel}
              </Button>
            </div>
          </Group>
        </Stack>
      </FileArea>
    </form>
  )
}

const noFiles: FileCalls = { attach: () => Promise.reject(new Error('No files here')), detach: null }
