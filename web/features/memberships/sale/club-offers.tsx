import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { MembershipConfiguration } from '#contract/organisations.ts'
import { problemText } from '#web/api/problem-text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { OfferList } from './offer-list.tsx'
import type { OfferPerson } from './offer-standing.ts'

interface Props {
  readonly clubName: string
  /** As the people were asked for. */
  readonly offers: UseQueryResult<MembershipConfiguration[]>
  readonly people: readonly OfferPerson[]
}

/** What a club sells, and how it stands with those for whom the reader may buy; or that it cannot be had. */
export function ClubOffers({ clubName, offers, people }: Props) {
  if (offers.data) return <OfferList clubName={clubName} offers={offers.data} people={people} />
  if (!offers.error) return <Skeleton height={180} radius="md" />
  return (
    <ErrorPanel
      message={problemText(offers.error)}
      retrying={offers.isFetching}
      onRetry={() => void offers.refetch()}
    />
  )
}
