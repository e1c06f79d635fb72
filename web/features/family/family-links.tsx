import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconHeartHandshake } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invitation } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { problemText } from '#web/api/problem-text.ts'
import { Callout } from '#web/ui/callout.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/skeleton-list.tsx'
import { whenOpened } from '#web/ui/when-opened.tsx'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { otherName } from './family-words.ts'
import { InviteForm } from './invite-form.tsx'
import { LinkItem } from './link-item.tsx'
import { listedLinks } from './link-order.ts'
import { invitationsQuery } from './queries.ts'
import { useAnswering } from './use-answering.ts'

const ApprovalDialog = whenOpened(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)

/** Links with others who have a sign-in: what waits for an answer, how to ask, and how each stands. */
export function FamilyLinks({ member }: { member: Member }) {
  if (member.email === null) {
    return (
      <Panel title={m.family_title()} subtitle={m.family_explained()}>
        <Callout color="coral" icon={<IconAlertCircle />}>
          {m.problem_email_required()}
        </Callout>
      </Panel>
    )
  }
  return <Links member={member} email={member.email} />
}

function Links({ member, email }: { member: Member; email: string }) {
  const links = useQuery(invitationsQuery(email))
  const [asked, setAsked] = useState<readonly Invitation[]>([])
  const [opened, setOpened] = useState(false)
  const { answer, busy } = useAnswering('dialog')
  const waiting = links.data?.all.filter(({ can }) => can.answer) ?? []
  const ask = (invitations: readonly Invitation[]) => {
    setAsked(invitations)
    setOpened(true)
  }
  return (
    <Panel title={m.family_title()} subtitle={m.family_explained()}>
      <Stack gap="lg">
        {waiting.length > 0 && <Waiting invitations={waiting} onAsk={ask} />}
        <InviteForm />
        {links.data ? (
          <List all={links.data.all} sent={links.data.sent} onAnswer={(one) => ask([one])} />
        ) : links.error ? (
          <ErrorPanel
            message={problemText(links.error)}
            retrying={links.isFetching}
            onRetry={() => void links.refetch()}
          />
        ) : (
          <SkeletonList rows={2} height={72} />
        )}
      </Stack>
      <ApprovalDialog
        opened={opened}
        member={member}
        invitations={asked}
        busy={busy}
        onAnswer={(given) => void answer(asked, given).then(() => setOpened(false))}
        onClose={() => setOpened(false)}
      />
    </Panel>
  )
}

interface WaitingProps {
  readonly invitations: readonly Invitation[]
  readonly onAsk: (invitations: readonly Invitation[]) => void
}

/** Who waits for the reader's answer, before everything else. */
function Waiting({ invitations, onAsk }: WaitingProps) {
  const [first] = invitations
  const several = invitations.length > 1
  return (
    <Callout
      color="fjord"
      icon={<IconHeartHandshake />}
      title={
        several
          ? m.family_waiting_title_all({ count: invitations.length })
          : m.family_waiting_title({ name: first ? otherName(first, false) : '' })
      }
    >
      <Stack gap="sm" align="flex-start">
        {several && (
          <Text size="sm" className={c.anywhere ?? ''}>
            {invitations.map((one) => otherName(one, false)).join(', ')}
          </Text>
        )}
        <Button onClick={() => onAsk(invitations)}>{several ? m.family_answer_all() : m.family_answer()}</Button>
      </Stack>
    </Callout>
  )
}

interface ListProps {
  readonly all: readonly Invitation[]
  readonly sent: readonly string[]
  readonly onAnswer: (invitation: Invitation) => void
}

function List({ all, sent, onAnswer }: ListProps) {
  const links = listedLinks(all, sent)
  if (links.length === 0) return <Text c="dimmed">{m.family_none()}</Text>
  return (
    <div>
      <Title order={3} mb="xs">
        {m.family_list_title()}
      </Title>
      <ul className={c.links}>
        {links.map((link) => (
          <LinkItem key={link.invitation.id} link={link} onAnswer={() => onAnswer(link.invitation)} />
        ))}
      </ul>
    </div>
  )
}
