import { Anchor, Text } from '@mantine/core'
import { IconId, IconMapPin, IconWorld } from '@tabler/icons-react'
import type { ClubProfile } from '#contract/organisations.ts'
import { mapUrl, Fact, Facts } from '#web/ui/cards/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** A club's address, website and CVR number. */
export function ClubFacts({ club: { address, city, website, cvr } }: { club: ClubProfile }) {
  const place = address || city
  return (
    <Panel title={m.club_facts()}>
      <Facts>
        {place && (
          <Fact icon={IconMapPin} name={m.club_address()}>
            <Text fw={560}>{place}</Text>
            <ExternalLink href={mapUrl(place)}>{m.event_map()}</ExternalLink>
          </Fact>
        )}
        {website && (
          <Fact icon={IconWorld} name={m.club_website()}>
            <ExternalLink href={website}>{hostOf(website)}</ExternalLink>
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

/** Opens another site, without a referrer. */
const ExternalLink = ({ href, children }: { href: string; children: string }) => (
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
