import { Group, Text } from '@mantine/core'
import { IconCalendarEvent, IconMapPin } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { EventDetail } from '#contract/events/answers.ts'
import { clubOf, colourOf } from '#web/api/club-urls.ts'
import { DateChip } from '#web/ui/cards/cover.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { chipOf, onReadersClock, whenWords, zoneName } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'

export function RegistrationHead({ event }: { event: EventDetail }) {
  const localTime = onReadersClock(event)
  return (
    <Hero
      eyebrow={event.orgName}
      title={m.register_heading({ event: event.title })}
      colour={colourOf(clubOf(event))}
      aside={<DateChip {...chipOf(event)} />}
    >
      <Group component="ul" gap="4px 20px" mt="sm">
        <Fact icon={<IconCalendarEvent size={18} stroke={1.7} aria-hidden />}>
          {whenWords(event)}
          {localTime && ` (${zoneName(event.timeZone)})`}
        </Fact>
        {event.place && (
          <Fact icon={<IconMapPin size={18} stroke={1.7} aria-hidden />}>
            <Own of={event} field="place" />
          </Fact>
        )}
      </Group>
    </Hero>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Group component="li" gap={8} wrap="nowrap">
    {icon}
    <Text fz={15}>{children}</Text>
  </Group>
)
