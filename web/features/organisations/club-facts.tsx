import { Anchor, Stack, Text } from '@mantine/core'
import { IconFileText, IconId, IconMapPin, IconPhone, IconWorld } from '#web/ui/icons/index.ts'
import type { ClubProfile } from '#contract/organisations/organisations.ts'
import { phoneAddress, phoneWords } from '#contract/phone-words.ts'
import { mapUrl, Fact, Facts } from '#web/ui/cards/facts.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { purposeWords, textsOf } from './club-text-links.tsx'

/** A club's address, phone, website, CVR number and texts, as far as it has entered any. */
export function ClubFacts({ club }: { club: ClubProfile }) {
  const { id, address, city, phone, website, cvr } = club
  const place = address || city
  if (![place, phone, website, cvr].some(Boolean) && textsOf(club).length === 0) return null
  return (
    <Panel title={m.club_facts()}>
      <Facts>
        {place && (
          <Fact icon={IconMapPin} name={m.club_address()}>
            <Text fw={560}>{place}</Text>
            <ExternalLink href={mapUrl(place)}>{m.event_map()}</ExternalLink>
          </Fact>
        )}
        {phone && (
          <Fact icon={IconPhone} name={m.club_phone()}>
            <Anchor href={phoneAddress(phone)} size="sm" fw={600}>
              {phoneWords(phone)}
            </Anchor>
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
        {textsOf(club).length > 0 && (
          <Fact icon={IconFileText} name={m.club_texts()}>
            <Stack gap={4} align="flex-start">
              {textsOf(club).map((purpose) => (
                <TextLink key={purpose} to={paths.clubText(id, purpose)}>
                  {purposeWords[purpose]()}
                </TextLink>
              ))}
            </Stack>
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
