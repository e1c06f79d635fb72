import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import type { Invitation } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import { formatDate } from '#web/ui/words/format.ts'
import { firstAnswerBy, otherName } from '../words.ts'
import { useApproval } from './use-approval.tsx'

interface Props {
  readonly member: Member
  readonly invitations: readonly Invitation[]
}

/** An alert with the invitations that wait for an answer. */
export function WaitingInvitations({ member, invitations }: Props) {
  const { ask, dialog } = useApproval(member)
  const [first] = invitations
  const until = firstAnswerBy(invitations)
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
            {until && <strong>{m.family_answer_until({ date: formatDate(until) })}</strong>}
            <Button onClick={() => ask(invitations)}>{several ? m.family_answer_all() : m.family_answer()}</Button>
          </Stack>
        </Alert>
      )}
      {dialog}
    </>
  )
}
