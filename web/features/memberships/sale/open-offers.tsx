import { Stack, Text } from '@mantine/core'
import { IconCalendarTime } from '#web/ui/icons/index.ts'
import type { ClubProfile } from '#contract/organisations/organisations.ts'
import { paths } from '#web/paths.ts'
import { Fold } from '#web/ui/fold.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import styles from './offer-list.module.css'
import { bySeason, OfferRow } from './offer-row.tsx'
import { rankOffers } from './rank-offers.ts'

interface Props {
  readonly club: Pick<ClubProfile, 'id' | 'name' | 'memberships'>
}

/** A club's offers for visitors: they sign in on the way to the membership that they chose. */
export function OpenOffers({ club }: Props) {
  const offers = rankOffers(club.memberships.filter(({ sale }) => sale !== 'ended'))
  if (offers.length === 0) return <Text c="dimmed">{m.offers_none()}</Text>
  const [first, ...others] = bySeason(offers)
  return (
    <div className={styles.offers}>
      <Offers club={club} period={first![0]} offers={first![1]} />
      {others.map(([period, those]) => (
        <Fold key={period} icon={<IconCalendarTime size={18} stroke={1.7} aria-hidden />} title={period}>
          <Offers club={club} offers={those} />
        </Fold>
      ))}
    </div>
  )
}

interface OffersProps extends Props {
  readonly offers: ClubProfile['memberships']
  readonly period?: string
}

function Offers({ club, offers, period }: OffersProps) {
  return (
    <div>
      {period && (
        <Text size="sm" c="dimmed" fw={620} mb={6}>
          {period}
        </Text>
      )}
      <Stack component="ul" gap={0}>
        {offers.map((offer) => (
          <OfferRow
            key={offer.id}
            offer={offer}
            facts={
              offer.sale === 'not_yet' && (
                <Text size="sm">{m.open_offers_from({ date: formatShortDate(offer.offerStartDate) })}</Text>
              )
            }
          >
            {offer.sale === 'on_sale' && (
              <ButtonLink
                className={styles.action ?? ''}
                to={paths.login({ returnTo: paths.newMembership({ orgId: club.id, membershipConfId: offer.id }) })}
                variant="light"
                aria-label={m.open_offers_join({ name: offer.name, club: club.name })}
              >
                {m.organizations_join()}
              </ButtonLink>
            )}
          </OfferRow>
        ))}
      </Stack>
    </div>
  )
}
