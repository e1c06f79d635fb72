import { Group, Stack, Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconMapPin, IconQrcode } from '#web/ui/icons/index.ts'
import type { EventFacts } from '#contract/events/answers.ts'
import { stripeOf } from '#web/api/club-urls.ts'
import { paths } from '#web/paths.ts'
import { DateChip } from '#web/ui/cards/cover.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import page from '#web/ui/page.module.css'
import { chipOf, formatList, whenWords } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { Where } from './where.tsx'
import { m } from '#words/messages.js'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

export function NextTicket({ event, names, isOwn }: { event: EventFacts; names: readonly string[]; isOwn: boolean }) {
  const { orgKey, id } = event
  const to = paths.ticketsOf(orgKey, id)
  return (
    <Group
      component="section"
      gap="16px 20px"
      pos="relative"
      className={page.card ?? ''}
      style={{ ...stripeOf(event), borderLeft: '5px solid var(--stripe)' }}
      aria-labelledby={`next-${id}`}
    >
      <DateChip {...chipOf(event)} />
      <Stack gap={3} flex="1 1 220px">
        <Text size="sm" c="dimmed" fw={600}>
          {isOwn ? m.dashboard_next_ticket() : m.dashboard_next_ticket_of({ names: formatList(names) })}
        </Text>
        <Title order={2} size="h3" id={`next-${id}`}>
          <PlainLink to={to} className={page.wholeLink ?? ''}>
            <Own of={event} field="title" />
          </PlainLink>
        </Title>
        <Group gap="xs" wrap="nowrap" fz="sm" c="dimmed">
          <IconCalendarEvent {...icon} />
          <span>{whenWords(event, 'short')}</span>
        </Group>
        <Group gap="xs" wrap="nowrap" fz="sm" c="dimmed">
          <IconMapPin {...icon} />
          <span>
            <Where event={event} />
          </span>
        </Group>
        <Text size="sm">{m.dashboard_ticket_for({ names: formatList(names) })}</Text>
      </Stack>
      <ButtonLink
        to={to}
        flex={{ base: '1 1 100%', xs: 'none' }}
        style={{ zIndex: 1 }}
        leftSection={<IconQrcode size={18} stroke={1.7} />}
      >
        {m.dashboard_show_code({ count: names.length })}
      </ButtonLink>
    </Group>
  )
}
