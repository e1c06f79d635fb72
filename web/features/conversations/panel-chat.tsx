import { ActionIcon, Box, Button, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowsDiagonal, IconMessagePlus, IconMessages } from '#web/ui/icons/index.ts'
import { useEffect, useRef } from 'react'
import type { Thread } from '#contract/conversations/answers.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HiddenHeading } from '#web/ui/page-header.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { MemberThread } from './member-thread.tsx'
import c from './panel-chat.module.css'
import { ThreadList } from './thread-list.tsx'

interface PanelChatProps {
  readonly memberId: string
  /** Null shows the list. */
  readonly threadId: string | null
  readonly onThread: (threadId: string | null) => void
}

/** The member's threads in the side panel: the list, or one of them. */
export function PanelChat({ memberId, threadId, onThread }: PanelChatProps) {
  const area = useRef<HTMLDivElement>(null)
  const lastThread = useRef<string | null>(null)

  useEffect(() => {
    if (threadId !== null) lastThread.current = threadId
    else if (lastThread.current !== null)
      area.current?.querySelector<HTMLElement>(`[data-list-row="${lastThread.current}"]`)?.focus()
  }, [threadId])

  if (threadId !== null) {
    return (
      <div className={c.thread}>
        <HiddenHeading>{m.panel_tab_chat()}</HiddenHeading>
        <MemberThread
          key={threadId}
          threadId={threadId}
          memberId={memberId}
          wayBack={
            <Button variant="default" onClick={() => onThread(null)}>
              {m.threads_back()}
            </Button>
          }
          renderHead={(thread) => <Head thread={thread} onBack={() => onThread(null)} />}
        />
      </div>
    )
  }
  return (
    <div ref={area} className={c.threads}>
      <HiddenHeading>{m.panel_tab_chat()}</HiddenHeading>
      <ThreadList
        onOpen={onThread}
        empty={
          <EmptyState icon={<IconMessages size={40} stroke={1.5} />} title={m.chat_empty_title()} order={3}>
            {m.contact_subtitle()}
          </EmptyState>
        }
      />
      <ButtonLink
        to={paths.newQuestion()}
        variant="light"
        className={c.ask ?? ''}
        leftSection={<IconMessagePlus size={18} stroke={1.7} />}
      >
        {m.chat_ask()}
      </ButtonLink>
    </div>
  )
}

function Head({ thread: { id, club, subject }, onBack }: { thread: Thread; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The row that opened it is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <div className={c.head}>
      <ActionIcon aria-label={m.chat_back()} onClick={onBack}>
        <IconArrowLeft size={20} stroke={1.7} />
      </ActionIcon>
      <Box flex={1} miw={0} lh={1.35}>
        <Text fz={13} c="dimmed" truncate>
          {club.name}
        </Text>
        <Title ref={heading} order={3} tabIndex={-1} fz="md" lh={1.25} lineClamp={2}>
          {subject}
        </Title>
      </Box>
      <ActionIcon component={PlainLink} to={paths.contactUs({ thread: id })} aria-label={m.chat_open_page()}>
        <IconArrowsDiagonal size={20} stroke={1.7} />
      </ActionIcon>
    </div>
  )
}
