import { Stack, Button, Code, Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconCheck, IconMailCheck, IconSend } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import { messages, type FailedMessage, type MessageTemplate } from '#contract/notifications/messages.ts'
import { PagedRows } from '#web/parts/paged-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import page from '#web/ui/page.module.css'
import { showToast } from '#web/ui/toasts/toast.tsx'
import c from '#web/features/notifications/failed-messages.module.css'
import { channelName } from '#web/features/notifications/message-words.ts'
import { failedQuery } from '#web/features/notifications/message-queries.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'

export const Route = createFileRoute('/_member/_operator/operator/messages')({
  component: FailedMessagesPage,
  staticData: { name: 'failedMessages', title: m.title_failed_messages },
})

function FailedMessagesPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_failed_messages()} subtitle={m.failed_subtitle()} />
      <FailedMessages />
    </Stack>
  )
}

const FailedMessages = () => (
  <PagedRows
    pages={useInfiniteQuery(failedQuery)}
    rowsOf={({ messages: shown }) => shown}
    totalOf={({ waiting }) => waiting}
    countWords={(count) => (count === 0 ? m.failed_waiting_none() : m.failed_waiting({ count }))}
    empty={
      <EmptyState icon={<IconMailCheck size={40} stroke={1.5} />} title={m.failed_empty_title()}>
        {m.failed_empty()}
      </EmptyState>
    }
  >
    {(shown) => (
      <Stack component="ul" gap="sm">
        {shown.map((message) => (
          <Failed key={message.id} message={message} />
        ))}
      </Stack>
    )}
  </PagedRows>
)

function Failed({ message }: { message: FailedMessage }) {
  const { id, channel, template, receiver, createdAt, attempts, error } = message
  const name = receiver?.name ?? m.failed_receiver_gone()
  const messageName = templateName(template)
  const resend = useCall(
    messages.resend,
    { id },
    { onSuccess: () => showToast({ message: m.failed_resent_toast({ name }) }), onError: showFailure },
  )
  return (
    <Group component="li" gap="16px 24px" align="flex-start" className={page.card ?? ''} tabIndex={-1} data-list-row>
      <dl className={c.facts}>
        <Fact name={m.failed_receiver()}>
          <Text fw={640}>{name}</Text>
          <Text size="sm" c="dimmed">
            {receiver?.email}
          </Text>
        </Fact>
        <Fact name={m.failed_message()}>
          {messageName}
          <Text size="sm" c="dimmed">
            {channelName(channel)}
          </Text>
        </Fact>
        <Fact name={m.failed_written()}>{formatDateTime(createdAt)}</Fact>
        <Fact name={m.failed_attempts()}>{attempts}</Fact>
        <Fact name={m.failed_error()} wide>
          <Code block>{error}</Code>
        </Fact>
      </dl>
      <Group mih={36} miw={{ lg: 152 }} justify="flex-end">
        {resend.isSuccess ? (
          <Group gap={6} fw={640} c="var(--mantine-color-teal-light-color)">
            <IconCheck size={18} stroke={2} aria-hidden />
            {m.failed_resent()}
          </Group>
        ) : (
          <Button
            variant="light"
            leftSection={<IconSend size={18} stroke={1.7} />}
            loading={resend.isPending}
            aria-label={m.failed_resend_to({ name, message: messageName })}
            onClick={({ currentTarget }) => {
              currentTarget.closest('li')?.focus()
              resend.mutate()
            }}
          >
            {m.failed_resend()}
          </Button>
        )}
      </Group>
    </Group>
  )
}

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? c.wide : ''}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const templates: Readonly<Record<MessageTemplate, () => string>> = {
  'order-paid': m.messages_template_order_paid,
  'tickets-paid': m.messages_template_tickets_paid,
  'given-back': m.messages_template_given_back,
  invoice: m.messages_template_invoice,
  'merchant-changed': m.messages_template_merchant_changed,
  'membership-renew': m.messages_template_membership_renew,
  'renewal-announced': m.messages_template_renewal_announced,
  'renewal-failed': m.messages_template_renewal_failed,
  'renewal-ended': m.messages_template_renewal_ended,
  'renewal-card-expires': m.messages_template_renewal_card_expires,
  'renewal-outgrown': m.messages_template_renewal_outgrown,
  'family-invited': m.messages_template_family_invited,
  'family-linked': m.messages_template_family_linked,
  'family-ended': m.messages_template_family_ended,
  'contact-asked': m.messages_template_contact_asked,
  'contact-many': m.messages_template_contact_many,
  'contact-answered': m.messages_template_contact_answered,
  'contact-answered-visitor': m.messages_template_contact_answered_visitor,
  'season-grown': m.messages_template_season_grown,
  'answer-not-sent': m.messages_template_answer_not_sent,
  'bought-for': m.messages_template_bought_for,
  'office-invited': m.messages_template_office_invited,
  'office-access': m.messages_template_office_access,
  'go-live-asked': m.messages_template_go_live_asked,
  'went-live': m.messages_template_went_live,
  'membership-offered': m.messages_template_membership_offered,
  'club-left': m.messages_template_club_left,
  'change-suggested': m.messages_template_change_suggested,
  'merge-asked': m.messages_template_merge_asked,
  'season-missing': m.messages_template_season_missing,
  'event-cancelled': m.messages_template_event_cancelled,
  'club-message': m.messages_template_club_message,
  'member-message': m.messages_template_member_message,
  'event-moved': m.messages_template_event_moved,
  'answers-due': m.messages_template_answers_due,
  'waiting-offer': m.messages_template_waiting_offer,
  'waiting-ended': m.messages_template_waiting_ended,
  'event-cancel-declined': m.messages_template_event_cancel_declined,
  'event-cancel-waiting': m.messages_template_event_cancel_waiting,
  'event-cancel-report': m.messages_template_event_cancel_report,
  welcome: m.messages_template_welcome,
  claim: m.messages_template_claim,
  invited: m.messages_template_invited,
}

/** Falls back to the id for templates of a newer server. */
const templateName = (template: string): string =>
  (templates as Readonly<Record<string, () => string>>)[template]?.() ?? template
