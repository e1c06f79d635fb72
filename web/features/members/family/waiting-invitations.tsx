import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import type { Invitation } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/words/format.ts'
import type { Attention } from '#web/ui/cards/attention-list.tsx'
import { m } from '#words/messages.js'
import { otherName } from '../words.ts'
import { useApproval } from './use-approval.tsx'

interface Props {
  readonly member: Member
  readonly invitations: readonly Invitation[]
}

/** An alert with the invitations that wait for an answer. */
export function WaitingInvitations({ member, invitations }: Props) {
  const { ask, dialog } = useApproval(member)
  const [first] = invitations
  const several = invitations.length > 1
  return (
    <>
      {first && (
        <Alert
          color="fjord"
          icon={<IconHeartHandshake />}
          title={
            several
              ? m.family_waiting_title_all({ count: invitations.length })
              : m.family_waiting_title({ name: otherName(first, false) })
          }
        >
          <Stack gap="sm" align="flex-start">
            <Text inherit>
              {several
                ? invitations.map((one) => otherName(one, false)).join(', ')
                : m.family_approval_explained_short()}
            </Text>
            <Button onClick={() => ask(invitations)}>{several ? m.family_answer_all() : m.family_answer()}</Button>
          </Stack>
        </Alert>
      )}
      {dialog}
    </>
  )
}

/** Unanswered invitations as an item for the dashboard. */
export function waitingAttentions(invitations: readonly Invitation[]): Attention[] {
  const [first, ...others] = invitations
  if (!first) return []
  return [
    {
      icon: IconHeartHandshake,
      title:
        others.length > 0
          ? m.family_waiting_title_all({ count: invitations.length })
          : m.family_waiting_title({ name: otherName(first, false) }),
      text: m.family_waiting_since({ date: formatDate(first.createdAt.slice(0, 10)) }),
      action: m.family_answer(),
      to: paths.family(),
    },
  ]
}
