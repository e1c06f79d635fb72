import { Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import type { Membership } from '#contract/memberships.ts'
import type { PriceParts } from '#contract/organisations.ts'
import { formatList } from '#web/ui/words/format.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import styles from './club-holdings.module.css'
import { HoldingRow } from './holding-row.tsx'
import { mayBuyFor } from '../may-buy-for.ts'
import type { Person } from '../people.ts'
import { renewalsOf, renewPath, totalText } from '../renewals/renewals.ts'
import { keepsPlace } from '../summary.ts'

export interface Holding {
  readonly person: Person
  readonly membership: Membership
}

interface Props {
  clubName: string
  holdings: readonly Holding[]
  /** Of those shown, who has nothing in the club. */
  without: readonly Person[]
  /** The reader has a card that can renew here. */
  hasCard: boolean
  /** What a price consists of, in one line. */
  explain: (parts: PriceParts) => string
}

/** What people have in one club, one under the other, and all of them renewed at once. */
export function ClubHoldings({ clubName, holdings, without, hasCard, explain }: Props) {
  const heading = useId()
  const renewals = renewalsOf(holdings.filter(({ person }) => mayBuyFor(person)).map(({ membership }) => membership))
  return (
    <div role="group" aria-labelledby={heading}>
      <div className={styles.head}>
        <Title order={3} id={heading} className={styles.title}>
          {m.holdings_title()}
        </Title>
        {renewals.length > 1 && (
          <ButtonLink
            to={renewPath(renewals)}
            size="sm"
            leftSection={<IconRefresh size={18} stroke={1.7} />}
            aria-label={m.renew_all_at({ count: renewals.length, club: clubName })}
          >
            {m.renew_all_for({ count: renewals.length, total: totalText(renewals) })}
          </ButtonLink>
        )}
      </div>
      <ul className={styles.list}>
        {holdings.map(({ person, membership }) => (
          <HoldingRow key={membership.id} person={person} membership={membership} hasCard={hasCard} explain={explain} />
        ))}
      </ul>
      {!hasCard && holdings.some(({ membership }) => keepsPlace(membership) && !membership.autoRenewal) && (
        <Text size="sm" c="dimmed" className={styles.without}>
          {m.renewal_choose_later()}
        </Text>
      )}
      {without.length > 0 && (
        <Text size="sm" c="dimmed" className={styles.without}>
          {m.holdings_without({ names: formatList(without.map(({ short }) => short)) })}
        </Text>
      )}
    </div>
  )
}
