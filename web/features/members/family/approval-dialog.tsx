import { Button, Group, List, Modal, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { type Icon, IconAddressBook, IconHome, IconMail, IconPhone, IconUser } from '#web/ui/icons/index.ts'
import type { Invitation } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { m } from '#words/messages.js'
import { addressLines, fullName, otherName } from '../words.ts'
import type { Answer } from './answer-invitations.ts'

interface Props {
  readonly opened: boolean
  readonly member: Member
  /** All of them get the same answer. */
  readonly invitations: readonly Invitation[]
  readonly busy: Answer | null
  readonly onAnswer: (answer: Answer) => void
  readonly onClose: () => void
}

/** Asks to approve or reject family links, and shows which data they share. */
export function ApprovalDialog({ opened, member, invitations, busy, onAnswer, onClose }: Props) {
  const [first] = invitations
  const several = invitations.length > 1
  const name = first ? otherName(first, false) : ''
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={several ? m.family_approval_title_all({ count: invitations.length }) : m.family_approval_title({ name })}
    >
      <Stack gap="md">
        {several && (
          <List>
            {invitations.map((one) => (
              <List.Item key={one.id}>
                {otherName(one, false)}{' '}
                {one.inviterEmail && (
                  <Text span size="sm" c="dimmed">
                    ({one.inviterEmail})
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        )}
        {!several && first?.inviterEmail && <Text c="dimmed">{first.inviterEmail}</Text>}
        <Text>{m.family_approval_explained()}</Text>
        <Paper withBorder p="md">
          <Text fw={640} size="sm" mb={8}>
            {m.family_shared_title()}
          </Text>
          <Stack component="dl" gap={10}>
            <Shared icon={IconUser} name={m.family_shared_name()} value={fullName(member)} />
            <Shared icon={IconMail} name={m.family_shared_email()} value={member.email ?? ''} />
            <Shared icon={IconPhone} name={m.family_shared_phone()} value={phoneWords(member.phone)} />
            <Shared icon={IconHome} name={m.family_shared_address()} value={addressLine(member)} />
          </Stack>
        </Paper>
        <Text size="sm" c="dimmed">
          {m.family_approval_end()}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            loading={busy === 'reject'}
            disabled={busy === 'approve'}
            onClick={() => onAnswer('reject')}
          >
            {several ? m.family_reject_all() : m.family_reject()}
          </Button>
          <Button
            loading={busy === 'approve'}
            disabled={busy === 'reject'}
            onClick={() => onAnswer('approve')}
            leftSection={<IconAddressBook size={18} stroke={1.7} />}
          >
            {several ? m.family_approve_all() : m.family_approve()}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const addressLine = ({ address }: Member) => (address ? addressLines(address).join(', ') : '')

function Shared({ icon: SharedIcon, name, value }: { icon: Icon; name: string; value: string }) {
  return (
    <Group gap={10} wrap="nowrap">
      <ThemeIcon variant="light" size={32} radius={10} aria-hidden>
        <SharedIcon size={17} stroke={1.7} />
      </ThemeIcon>
      <Text component="dt" size="sm" c="dimmed" w={76} flex="none">
        {name}
      </Text>
      <dd>{value || m.profile_blank()}</dd>
    </Group>
  )
}
