import { Stack, Text } from '@mantine/core'
import { IconCalendarMonth, IconCalendarPlus, IconTicket } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useReader } from '#web/api/acting/subject.ts'
import { isInstalled } from '#web/api/installed.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { ForWhom } from '#web/features/members/acting/for-whom.tsx'
import { OwnDevice } from '#web/features/session/own-device.tsx'
import { DownloadButton, ticketFiles } from '#web/features/events/tickets/download-button.tsx'
import { FamilyTickets } from '#web/features/events/tickets/family-tickets.tsx'
import { ticketsQuery } from '#web/features/events/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { loadTickets } from './-tickets.tsx'

export const Route = createFileRoute('/_member/tickets')({
  loader: loadTickets,
  component: TicketsPage,
  staticData: { name: 'tickets', title: m.title_tickets, offline: true },
})

function TicketsPage() {
  const reader = useReader()
  const tickets = useQuery(ticketsQuery(reader.id))
  const isComing = tickets.data?.some(({ past, code }) => !past && code !== null)
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.title_tickets()}
        subtitle={m.tickets_subtitle()}
        actions={
          <>
            <ButtonLink
              to={paths.calendar()}
              variant="default"
              leftSection={<IconCalendarMonth size={18} stroke={1.7} />}
            >
              {m.tickets_see_calendar()}
            </ButtonLink>
            {isComing && (
              <DownloadButton load={ticketFiles.calendar} leftSection={<IconCalendarPlus size={18} stroke={1.7} />}>
                {m.tickets_calendar_all()}
              </DownloadButton>
            )}
          </>
        }
      />
      <ForWhom />
      {tickets.data ? (
        tickets.data.length > 0 ? (
          <FamilyTickets
            key={reader.subjectId}
            tickets={tickets.data}
            personId={reader.subjectId === reader.id ? null : reader.subjectId}
          />
        ) : (
          <NoTickets />
        )
      ) : tickets.error ? (
        <QueryError query={tickets} />
      ) : (
        <SkeletonCards cards={3} height={330} />
      )}
      <OwnDevice key={reader.id} readerId={reader.id} />
      {!isInstalled() && (
        <Text hiddenFrom="sm">
          {m.tickets_install()}{' '}
          <TextLink to={paths.install()} underline="always">
            {m.title_install()}
          </TextLink>
        </Text>
      )}
    </Stack>
  )
}

const NoTickets = () => (
  <Panel>
    <EmptyState
      icon={<IconTicket size={40} stroke={1.5} />}
      title={m.tickets_empty_title()}
      actions={<ButtonLink to={paths.events()}>{m.tickets_see_events()}</ButtonLink>}
    >
      {m.tickets_empty()}
    </EmptyState>
  </Panel>
)
