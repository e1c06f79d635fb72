import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ThreadMessage } from '#contract/conversation-answers.ts'
import { Initials } from '#web/ui/initials.tsx'
import { LinkedText } from '#web/ui/markdown/linked-text.tsx'
import { dayHeading, formatDateTime, formatTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { AttachmentChip } from './attachment-chip.tsx'
import c from './thread-view.module.css'

export interface ThreadViewProps {
  /** Oldest first. */
  readonly messages: readonly ThreadMessage[]
  /** On which side of the conversation the reader is: what it wrote stands at the right. */
  readonly side: ThreadMessage['from']
  /** Names the conversation for a screen reader. */
  readonly label: string
  readonly read: (attachmentId: string) => Promise<Blob>
  /** Fetches the messages before these; undefined when there are none. */
  readonly onBefore?: (() => Promise<unknown>) | undefined
  readonly loadingBefore?: boolean
}

/** Pixels from its end within which a conversation follows what comes. */
const NEAR = 80

/** Milliseconds after which a screen reader has passed over what was put above. */
const PASSED = 1000

/**
 * The messages of a thread, scrolled to the newest; it fills the height that its parent leaves. What comes is read out, and
 * shown at once to whoever reads the end. Every text is text, whoever wrote it.
 */
export function ThreadView({ messages, side, label, read, onBefore, loadingBefore = false }: ThreadViewProps) {
  const { area, missed, toEnd, stay } = useFollowing(messages, side)
  const [quiet, setQuiet] = useState(false)
  const showBefore = async () => {
    setQuiet(true)
    await onBefore?.()
    stay()
    setTimeout(() => setQuiet(false), PASSED)
  }
  const days = Map.groupBy(messages, ({ at }) => dayHeading(at, new Date()))
  return (
    <div className={c.frame}>
      <div
        ref={area}
        role="log"
        // What is put above has been read out, or is old.
        aria-live={quiet ? 'off' : undefined}
        className={c.area}
        aria-label={label}
        {...scrolledByKeys}
      >
        {onBefore && (
          <Button
            variant="default"
            size="xs"
            display="block"
            mx="auto"
            mb="sm"
            loading={loadingBefore}
            onClick={() => void showBefore()}
          >
            {m.thread_show_before()}
          </Button>
        )}
        <Stack>
          {[...days].map(([day, those]) => (
            <Stack key={day}>
              <h3 className={c.dayName}>{day}</h3>
              <ol className={c.list}>
                {those.map((message) => (
                  <Message key={message.id} message={message} own={message.from === side} read={read} />
                ))}
              </ol>
            </Stack>
          ))}
        </Stack>
      </div>
      {missed && (
        <Button
          size="xs"
          radius="xl"
          className={c.toEnd ?? ''}
          leftSection={<IconArrowDown size={16} stroke={2} aria-hidden />}
          onClick={toEnd}
        >
          {m.thread_new_below()}
        </Button>
      )}
    </div>
  )
}

/** Whoever has no mouse reads on by arrows. */
const scrolledByKeys = { tabIndex: 0 }

interface MessageProps {
  readonly message: ThreadMessage
  readonly own: boolean
  readonly read: ThreadViewProps['read']
}

const Message = ({ message: { author, from, text, at, attachments: files }, own, read }: MessageProps) => (
  <li className={c.message} data-own={own || undefined}>
    {!own && <Initials name={author} size={32} light />}
    <div className={c.said}>
      <Group gap="xs" fz={13} c="dimmed">
        {own ? (
          <VisuallyHidden>{author}</VisuallyHidden>
        ) : (
          <Text span inherit fw={620} c="var(--mantine-color-text)">
            {author}
          </Text>
        )}
        <time dateTime={at} title={formatDateTime(at)}>
          {formatTime(at)}
        </time>
      </Group>
      {/* A club's words lead on; what anybody may write to its office does not. */}
      <p className={c.bubble}>{from === 'club' ? <LinkedText text={text} /> : text}</p>
      {files.length > 0 && (
        <Group
          component="ul"
          gap="xs"
          mt={2}
          justify={own ? 'flex-end' : 'flex-start'}
          aria-label={m.attachments_of({ author })}
        >
          {files.map((file) => (
            <Box component="li" key={file.id} maw="100%">
              <AttachmentChip attachment={file} read={read} />
            </Box>
          ))}
        </Group>
      )}
    </div>
  </li>
)

/** Keeps the newest message in sight, and what is being read in its place when older ones are put above it. */
function useFollowing(messages: readonly ThreadMessage[], side: ThreadMessage['from']) {
  const area = useRef<HTMLDivElement>(null)
  const known = useRef({ first: '', last: '', height: 0, atEnd: true })
  const [missed, setMissed] = useState(false)
  const first = messages[0]?.id ?? ''
  const newest = messages.at(-1)
  const last = newest?.id ?? ''
  const isOwn = newest?.from === side

  const toEnd = () => {
    area.current?.scrollTo({ top: area.current.scrollHeight })
    area.current?.focus({ preventScroll: true })
    setMissed(false)
  }
  /** The button that was pressed may be gone. */
  const stay = () => {
    if (!area.current?.contains(document.activeElement)) area.current?.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const before = known.current
    const came = last !== before.last
    if (came && (before.last === '' || before.atEnd || isOwn)) element.scrollTop = element.scrollHeight
    else if (came) setMissed(true)
    else if (first !== before.first) element.scrollTop += element.scrollHeight - before.height
    known.current = { ...before, first, last, height: element.scrollHeight }
  }, [first, last, isOwn])

  useEffect(() => {
    const element = area.current
    if (!element) return
    const watch = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      known.current.atEnd = scrollHeight - scrollTop - clientHeight < NEAR
      if (known.current.atEnd) setMissed(false)
    }
    // The field below grows while it is typed in, and pictures come; the end stays in sight.
    const size = new ResizeObserver(() => {
      if (known.current.atEnd) element.scrollTop = element.scrollHeight
    })
    size.observe(element)
    element.addEventListener('scroll', watch, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', watch)
    }
  }, [])
  return { area, missed, toEnd, stay }
}
