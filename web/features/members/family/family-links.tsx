import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Invitation } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session/session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import c from './family.module.css'
import { InviteForm } from './invite-form.tsx'
import { LinkItem } from './link-item.tsx'
import { listedLinks } from './link-order.ts'
import { invitationsQuery } from './queries.ts'
import { useApproval } from './use-approval.tsx'

/** Links with others who have a sign-in: how to ask, and how each stands. */
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
  const { impersonates } = useSession()
  const links = useQuery(invitationsQuery(email))
  const { ask, dialog } = useApproval(member)
  return (
    <Panel title={m.family_title()} subtitle={m.family_explained()}>
      <Stack gap="lg">
        {impersonates ? (
          <Text size="sm" c="dimmed">
            {m.acting_member_only()}
          </Text>
        ) : (
          <InviteForm />
        )}
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
      {dialog}
    </Panel>
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
