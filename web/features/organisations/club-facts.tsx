import { Anchor, Text } from '@mantine/core'
import { IconId, IconMapPin, IconWorld } from '@tabler/icons-react'
import type { ClubProfile } from '#contract/organisations.ts'
import { mapOf, Fact, Facts } from '#web/ui/cards/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** Where a club is, and what else it says of itself. */
export function ClubFacts({ club: { address, city, website, cvr } }: { club: ClubProfile }) {
  const place = address || city
  return (
    <Panel title={m.club_facts()}>
      <Facts>
        {place && (
          <Fact icon={IconMapPin} name={m.club_address()}>
            <Text fw={560}>{place}</Text>
            <Outside href={mapOf(place)}>{m.event_map()}</Outside>
          </Fact>
        )}
        {website && (
          <Fact icon={IconWorld} name={m.club_website()}>
            <Outside href={website}>{hostOf(website)}</Outside>
          </Fact>
        )}
        {cvr && (
          <Fact icon={IconId} name={m.club_cvr()}>
            <Text>{cvr}</Text>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

/** Another site; it does not learn from where. */
const Outside = ({ href, children }: { href: string; children: string }) => (
  <Anchor
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    size="sm"
    fw={600}
    aria-label={m.club_new_window({ text: children })}
  >
    {children}
  </Anchor>
)

const hostOf = (website: string) => URL.parse(website)?.host.replace(/^www\./, '') ?? website
