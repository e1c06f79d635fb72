import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '#web/ui/icons/index.ts'
import type { UnsentAnswer as Unsent } from '#contract/conversations/office.ts'
import { useSeconds } from '#web/ui/use-seconds.ts'
import { m } from '#words/messages.js'
import { refusalWords, useStopAnswer } from './queries.ts'
import c from './unsent-answer.module.css'

interface Props {
  readonly orgId: string
  readonly threadId: string
  readonly answer: Unsent
  /** When the seconds left were read. */
  readonly since: number
  /** The text is back in the field, or with its author. */
  readonly onStopped: () => void
}

/** An answer that is sent in some seconds, with a button that stops it; or one that could not be sent. */
export function UnsentAnswer({ orgId, threadId, answer, since, onStopped }: Props) {
  const { id, text, attachments, close, by, own, secondsLeft, refusal, can } = answer
  const now = useSeconds()
  const stop = useStopAnswer(orgId)
  const count = Math.max(0, secondsLeft - Math.floor(Math.max(0, now - since) / 1000))
  const Icon = refusal === null ? IconHourglass : IconAlertTriangle
  return (
    <section className={c.unsent} aria-label={m.inbox_unsent_label()}>
      <VisuallyHidden role="status">
        {refusal === null ? m.inbox_unsent_waits() : m.inbox_unsent_refused({ reason: refusalWords(refusal) })}
      </VisuallyHidden>
      <Group gap="6px 16px" justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Icon size={20} stroke={1.7} aria-hidden className={c.icon ?? ''} />
          <div>
            {refusal === null ? (
              <Text role="timer" fw={620} className={c.count ?? ''}>
                {close ? m.inbox_unsent_count_close({ count }) : m.inbox_unsent_count({ count })}
              </Text>
            ) : (
              <Text fw={620} aria-hidden>
                {m.inbox_unsent_refused({ reason: refusalWords(refusal) })}
              </Text>
            )}
            {!own && (
              <Text fz={13} c="dimmed">
                {m.inbox_unsent_by({ name: by })}
              </Text>
            )}
          </div>
        </Group>
        {can.stop && (
          <Button
            className={c.stop ?? ''}
            {...(refusal === null ? { color: 'red' } : { variant: 'default' })}
            loading={stop.isPending}
            aria-label={refusal === null ? m.inbox_unsent_stop() : m.inbox_unsent_take_back()}
            onClick={() => void stop.mutateAsync({ threadId, actionId: id }).then(onStopped, () => undefined)}
          >
            {refusal === null ? m.delayed_stop() : m.inbox_unsent_take_back()}
          </Button>
        )}
      </Group>
      <Text className={c.text ?? ''} lineClamp={2}>
        {text}
      </Text>
      {attachments.length > 0 && (
        <Text fz={13} c="dimmed" lineClamp={1}>
          {attachments.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </section>
  )
}
