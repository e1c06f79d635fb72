import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '#web/ui/icons/index.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ThreadMessage } from '#contract/conversations/answers.ts'
import { Initials } from '#web/ui/initials.tsx'
import { LinkedText } from '#web/ui/markdown/linked-text.tsx'
import { dayHeading, formatDateTime, formatTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { AttachmentChip } from './attachment-chip.tsx'
import c from './thread-view.module.css'

export interface ThreadViewProps {
  /** Oldest first. */
  readonly messages: readonly ThreadMessage[]
  /** The reader's side; its messages are aligned right. */
  readonly side: ThreadMessage['from']
  readonly label: string
  readonly read: (attachmentId: string) => Promise<Blob>
  /** Loads older messages; undefined when there are none. */
  readonly onBefore?: (() => Promise<unknown>) | undefined
  readonly loadingBefore?: boolean
}

/** New messages scroll into view within this many pixels from the end. */
const NEAR = 80

/** Milliseconds that the live region stays muted after older messages are inserted. */
const MUTED_FOR = 1000

/**
 * A thread's messages, scrolled to the newest; fills its parent's height. New messages are announced, and scrolled
 * into view if the reader is at the end.
 */
export function ThreadView({ messages, side, label, read, onBefore, loadingBefore = false }: ThreadViewProps) {
  const { area, hasNewBelow, toEnd, keepFocus } = useFollowing(messages, side)
  const [quiet, setQuiet] = useState(false)
  const showBefore = async () => {
    setQuiet(true)
    await onBefore?.()
    keepFocus()
    setTimeout(() => setQuiet(false), MUTED_FOR)
  }
  const days = Map.groupBy(messages, ({ at }) => dayHeading(at, new Date()))
  return (
    <div className={c.frame}>
      <div
        ref={area}
        role="log"
        // Don't announce older messages.
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
      {hasNewBelow && (
        <Button
          size="xs"
          radius="xl"
          className={c.toEnd ?? ''}
          leftSection={<IconArrowDown size={16} stroke={2} />}
          onClick={toEnd}
        >
          {m.thread_new_below()}
        </Button>
      )}
    </div>
  )
}

/** Lets the keyboard scroll it. */
const scrolledByKeys = { tabIndex: 0 }

interface MessageProps {
  readonly message: ThreadMessage
  readonly own: boolean
  readonly read: ThreadViewProps['read']
}

const Message = ({ message: { author, from, text, at, attachments: files }, own, read }: MessageProps) => (
  <li className={c.message} data-own={own || undefined}>
    {!own && <Initials name={author} size={32} light />}
    <div className={c.content}>
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
      {/* Anybody may write to a club, so only the club's own links are clickable. */}
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

/** Scrolls to new messages at the end, and holds the position when older ones are inserted. */
function useFollowing(messages: readonly ThreadMessage[], side: ThreadMessage['from']) {
  const area = useRef<HTMLDivElement>(null)
  const known = useRef({ first: '', last: '', height: 0, atEnd: true })
  const [hasNewBelow, setHasNewBelow] = useState(false)
  const first = messages[0]?.id ?? ''
  const newest = messages.at(-1)
  const last = newest?.id ?? ''
  const isOwn = newest?.from === side

  const toEnd = () => {
    area.current?.scrollTo({ top: area.current.scrollHeight })
    area.current?.focus({ preventScroll: true })
    setHasNewBelow(false)
  }
  /** Keeps the focus in the thread if the pressed button is gone. */
  const keepFocus = () => {
    if (!area.current?.contains(document.activeElement)) area.current?.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const before = known.current
    const came = last !== before.last
    if (came && (before.last === '' || before.atEnd || isOwn)) element.scrollTop = element.scrollHeight
    else if (came) setHasNewBelow(true)
    else if (first !== before.first) element.scrollTop += element.scrollHeight - before.height
    known.current = { ...before, first, last, height: element.scrollHeight }
  }, [first, last, isOwn])

  useEffect(() => {
    const element = area.current
    if (!element) return
    const watch = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      known.current.atEnd = scrollHeight - scrollTop - clientHeight < NEAR
      if (known.current.atEnd) setHasNewBelow(false)
    }
    // Stay at the end when the field below grows or images load.
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
  return { area, hasNewBelow, toEnd, keepFocus }
}
