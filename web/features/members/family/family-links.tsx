import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle, IconMailForward } from '#web/ui/icons/index.ts'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Invitation } from '#contract/members/family.ts'
import type { Member } from '#contract/members/members.ts'
import { Email } from '#contract/email.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { useSession } from '#web/api/session/session.ts'
import { Rows } from '#web/ui/cards/row-list.tsx'
import { showOutcome } from '#web/ui/dialogs/outcome.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ApiProblem } from '#web/api/client.ts'
import { whenDone } from '#web/api/query-client.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { m } from '#words/messages.js'
import { LinkItem } from './link-item.tsx'
import { type ListedLink, listedLinks } from './link-order.ts'
import { invitationsQuery, useEndLink, useInvite } from '../queries.ts'
import { otherName } from '../words.ts'
import { useApproval } from './use-approval.tsx'

export function FamilyLinks({ member }: { member: Member }) {
  if (member.email === null) {
    return (
      <Panel title={m.family_title()} subtitle={m.family_explained()}>
        <Alert color="coral" icon={<IconAlertCircle />}>
          {m.problem_email_required()}
        </Alert>
      </Panel>
    )
  }
  return <Links member={member} email={member.email} />
}

function Links({ member, email }: { member: Member; email: string }) {
  const { impersonates } = useSession()
  const links = useQuery(invitationsQuery(email))
  const { ask, dialog } = useApproval(member)
  const [chosen, setChosen] = useState<ListedLink | null>(null)
  const [ending, question] = useDisclosure(false)
  const end = (link: ListedLink) => {
    setChosen(link)
    question.open()
  }
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
          <List all={links.data.all} sent={links.data.sent} onAnswer={(one) => ask([one])} onEnd={end} />
        ) : (
          <NotLoaded query={links} rows={2} height={72} />
        )}
      </Stack>
      {dialog}
      {chosen && (
        <EndLinkQuestion opened={ending} invitation={chosen.invitation} sent={chosen.sent} onClose={question.close} />
      )}
    </Panel>
  )
}

interface ListProps {
  readonly all: readonly Invitation[]
  readonly sent: readonly string[]
  readonly onAnswer: (invitation: Invitation) => void
  readonly onEnd: (link: ListedLink) => void
}

function List({ all, sent, onAnswer, onEnd }: ListProps) {
  const links = listedLinks(all, sent)
  if (links.length === 0) return <Text c="dimmed">{m.family_none()}</Text>
  return (
    <div>
      <Title order={3} mb="xs">
        {m.family_list_title()}
      </Title>
      <Rows>
        {links.map((link) => (
          <LinkItem
            key={link.invitation.id}
            link={link}
            onAnswer={() => onAnswer(link.invitation)}
            onEnd={() => onEnd(link)}
          />
        ))}
      </Rows>
    </div>
  )
}

interface QuestionProps {
  readonly opened: boolean
  readonly invitation: Invitation
  readonly sent: boolean
  readonly onClose: () => void
}

function EndLinkQuestion({ opened, invitation, sent, onClose }: QuestionProps) {
  const end = useEndLink()
  const name = otherName(invitation, sent)
  const linked = invitation.status === 'approved'
  const failed = linked ? m.family_end_failed() : m.family_withdraw_failed()
  // The row disappears with the link, so the result is shown in a dialog.
  const confirm = async () => {
    try {
      const { status, message } = await end.mutateAsync(invitation)
      const done = linked ? m.family_ended_title() : m.family_withdrawn_title()
      showOutcome(
        status === 'success'
          ? { type: 'success', title: done, messages: [message] }
          : { type: 'error', title: failed, messages: [message] },
      )
    } catch (error) {
      showOutcome({ type: 'error', title: failed, messages: [problemText(error)] })
    }
    onClose()
  }
  return (
    <QuestionDialog
      opened={opened}
      title={linked ? m.family_end_title({ name }) : m.family_withdraw_title({ name })}
      confirm={linked ? m.family_end_confirm() : m.family_withdraw()}
      busy={end.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text>{linked ? m.family_end_explained({ name }) : m.family_withdraw_explained()}</Text>
    </QuestionDialog>
  )
}

const inviteDraft = defineDraft({ key: 'draft family', schema: z.string(), lifetime: 'tab' })

function InviteForm() {
  const { value: email, save: setEmail } = useDraft(inviteDraft, 'invitation', '')
  const [fieldError, setFieldError] = useState<(() => string) | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const invite = useInvite()

  const showError = (why: () => string) => {
    setFieldError(() => why)
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = Email.safeParse(email)
    if (!typed.success) return showError(email.trim() === '' ? m.field_required : m.field_email)
    whenDone(invite.mutateAsync(typed.data), {
      onSuccess: () => {
        showToast({ message: m.family_invited({ email: typed.data }) })
        // The next one may be typed by now.
        if (inviteDraft.load('invitation') !== email) return
        setEmail('')
        setFieldError(null)
      },
      onError: (error) =>
        showError(() =>
          error instanceof ApiProblem && error.code === 'invalid_input' ? m.field_email() : problemText(error),
        ),
    })
  }
  return (
    <form noValidate onSubmit={submit} aria-label={m.family_invite_title()}>
      <Group gap="sm" align="flex-start">
        <TextInput
          ref={field}
          flex="1 1 260px"
          type="email"
          label={m.family_invite_email()}
          description={m.family_invite_explained()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          // The browser would offer the reader's own.
          autoComplete="off"
          value={email}
          error={fieldError?.()}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value)
            setFieldError(null)
          }}
        />
        <Button
          type="submit"
          size="md"
          loading={invite.isPending}
          leftSection={<IconMailForward size={18} stroke={1.7} />}
          // Aligned with the input, below its label.
          mt={{ base: 0, sm: 25 }}
        >
          {m.family_invite_button()}
        </Button>
      </Group>
    </form>
  )
}
