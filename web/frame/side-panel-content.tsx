import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionState } from '#web/api/session/session.ts'
import { PanelChat } from '#web/features/conversations/panel-chat.tsx'
import { Notes } from '#web/features/conversations/notes/notes.tsx'
import { PanelNotifications } from '#web/features/notifications/panel-notifications.tsx'
import { bellQuery } from '#web/features/notifications/queries.ts'
import { fullName } from '#web/features/members/words.ts'
import { m } from '#words/messages.js'
import { saveTab, lastTab, type PanelTab, SidePanel } from './panel-shell.tsx'

type Session = Extract<SessionState, { status: 'signed-in' }>

interface ContentProps {
  /** Whom the notifications are for. */
  readonly member: Session['member']
  /** Whose notes and threads they are. */
  readonly self: Session['self']
  /** Whether there are notifications at all. */
  readonly alerts: boolean
  readonly docked: boolean
  readonly unread: number
  readonly threadId: string | null
  readonly onThread: (threadId: string | null) => void
  readonly onClose: () => void
}

/** Notes, notifications and threads with clubs, each as its own feature shows it. */
export default function SidePanelContent(props: ContentProps) {
  const { member, self, alerts, docked, unread, threadId, onThread, onClose } = props
  const { data: bell } = useQuery(bellQuery(member.id))
  const [tab, setTab] = useState(lastTab)
  const own = member.id !== self.id && (
    <Text size="sm" px={20} py={10} c="var(--mantine-color-coral-light-color)" bg="var(--mantine-color-coral-light)">
      {m.panel_own({ name: fullName(member) })}
    </Text>
  )
  const tabs: PanelTab[] = [
    { key: 'notes', label: m.panel_tab_notes(), unread: 0 },
    { key: 'alerts', label: m.panel_tab_alerts(), unread: bell?.count ?? 0 },
    { key: 'chat', label: m.panel_tab_chat(), unread },
  ]
  const shown = tab === 'alerts' && !alerts ? 'chat' : tab
  return (
    <SidePanel
      tabs={alerts ? tabs : tabs.filter(({ key }) => key !== 'alerts')}
      tab={shown}
      onTab={(next) => {
        saveTab(next)
        setTab(next)
      }}
      docked={docked}
      onClose={onClose}
    >
      {shown !== 'alerts' && own}
      {shown === 'notes' && <Notes memberId={self.id} />}
      {shown === 'alerts' && <PanelNotifications memberId={member.id} />}
      {shown === 'chat' && <PanelChat memberId={self.id} threadId={threadId} onThread={onThread} />}
    </SidePanel>
  )
}
