import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconHeartHandshake } from '#web/ui/icons/index.ts'
import type { Invitation } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { m } from '#words/messages.js'
import { formatDate } from '#web/ui/words/format.ts'
import { firstAnswerBy, otherName } from '../words.ts'
import { useAnswering } from './answer-invitations.ts'
import { useApproval } from './use-approval.tsx'

interface Props {
  readonly member: Member
  readonly invitations: readonly Invitation[]
}

/** An alert with the invitations that wait for an answer, answered in one press; a dialog shows which data they share. */
export function WaitingInvitations({ member, invitations }: Props) {
  const { ask, dialog } = useApproval(member)
  const { answer, busy } = useAnswering('dialog')
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
            {several && <Text inherit>{invitations.map((one) => otherName(one, false)).join(', ')}</Text>}
            <Text inherit>{m.family_approval_explained_short()}</Text>
            {until && <strong>{m.family_answer_until({ date: formatDate(until) })}</strong>}
            <Group gap="xs">
              <Button
                loading={busy === 'approve'}
                disabled={busy === 'reject'}
                onClick={() => void answer(invitations, 'approve')}
              >
                {several ? m.family_approve_all() : m.family_approve()}
              </Button>
              <Button
                variant="default"
                loading={busy === 'reject'}
                disabled={busy === 'approve'}
                onClick={() => void answer(invitations, 'reject')}
              >
                {several ? m.family_reject_all() : m.family_reject()}
              </Button>
              <Button variant="subtle" onClick={() => ask(invitations)}>
                {several ? m.family_answer_all() : m.family_answer()}
              </Button>
            </Group>
          </Stack>
        </Alert>
      )}
      {dialog}
    </>
  )
}
