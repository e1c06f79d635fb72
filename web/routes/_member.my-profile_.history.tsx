import { Stack, Badge, Group, Text, ThemeIcon, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconHistory } from '#web/ui/icons/index.ts'
import { useId, useState } from 'react'
import type { AuditEntry } from '#contract/members/acting.ts'
import { PagedRows } from '#web/parts/paged-rows.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { dayHeading } from '#web/ui/words/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { activityWords } from '#web/features/members/acting/activity-words.ts'
import { activityQuery } from '#web/features/members/queries.ts'

export const Route = createFileRoute('/_member/my-profile_/history')({
  component: ActsPage,
  staticData: {
    name: 'acts',
    title: m.title_acts,
    crumbs: [{ label: m.title_my_profile, to: paths.myProfile() }],
  },
})

function ActsPage() {
  const { member } = useSession()
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_acts()} subtitle={m.acts_subtitle()} />
      <ActivityList memberId={member.id} />
    </Stack>
  )
}

/** Actions of others for the user and their participants, and of the user for others, by day. */
function ActivityList({ memberId }: { memberId: string }) {
  const pages = useInfiniteQuery(activityQuery(memberId))
  const [now] = useState(() => new Date())
  return (
    <PagedRows
      pages={pages}
      rowsOf={({ acts }) => acts}
      empty={
        <EmptyState
          icon={<IconHistory size={40} stroke={1.5} />}
          title={m.acts_empty_title()}
          actions={<ButtonLink to={paths.participants()}>{m.title_participants()}</ButtonLink>}
        >
          {m.acts_empty()}
        </EmptyState>
      }
    >
      {(shown) =>
        [...Map.groupBy(shown, ({ at }) => dayHeading(at, now))].map(([day, acts]) => (
          <Day key={day} name={day} acts={acts} memberId={memberId} />
        ))
      }
    </PagedRows>
  )
}

function Day({ name, acts, memberId }: { name: string; acts: readonly AuditEntry[]; memberId: string }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" id={heading} mb={8}>
        {name}
      </Title>
      <Panel py={4}>
        <Rows>
          {acts.map((one) => (
            <Item key={one.id} act={one} memberId={memberId} />
          ))}
        </Rows>
      </Panel>
    </section>
  )
}

function Item({ act, memberId }: { act: AuditEntry; memberId: string }) {
  const { icon: ActIcon, tone, what, sentence, why } = activityWords(act, memberId)
  return (
    <Row
      data-list-row
      tabIndex={-1}
      picture={
        <ThemeIcon variant="light" color={tone} size={40} aria-hidden>
          <ActIcon size={20} stroke={1.7} />
        </ThemeIcon>
      }
      title={what}
      aside={
        <Group gap="4px 10px" fz={13} c="dimmed">
          <MomentText moment={act.at} inDay />
          {why && <Badge color={act.as === 'impersonator' ? 'coral' : 'gray'}>{why}</Badge>}
        </Group>
      }
    >
      <Text inherit>{sentence}</Text>
    </Row>
  )
}
