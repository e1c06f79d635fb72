import { Badge, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconClockExclamation, IconHistory, IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import type { Membership, NextSeason } from '#contract/memberships.ts'
import type { PriceParts } from '#contract/organisations.ts'
import { useMemberImage } from '#web/api/pictures/member-image.ts'
import { paths } from '#web/paths.ts'
import { agesWords } from '#web/ui/words/age-words.ts'
import { formatList, formatMoney, formatPeriod, formatShortDate, today } from '#web/ui/words/format.ts'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import styles from './holding-row.module.css'
import { mayBuyFor } from '../may-buy-for.ts'
import { membershipWords } from '../membership-words.ts'
import type { Person } from '../people.ts'
import { RenewalLine } from '../renewals/renewal-line.tsx'
import { comingTerms, heldTerms, isTest, renewalsOf, renewPath } from '../renewals/renewals.ts'
import { keepsPlace } from '../summary.ts'

interface Props {
  person: Person
  membership: Membership
  /** The reader has a card that can renew it. */
  hasCard: boolean
  /** What a price consists of, in one line. */
  explain: (parts: PriceParts) => string
}

/** What one person has in a club: until when and why, how it goes on, and what can be done about it. */
export function HoldingRow({ person, membership, hasCard, explain }: Props) {
  const heading = useId()
  const image = useMemberImage(person.member)
  const words = membershipWords(membership)
  const terms = heldTerms(membership, today())
  const coming = comingTerms(membership, today()).filter((term) => !terms.includes(term))
  const renewals = mayBuyFor(person) ? renewalsOf([membership]) : []
  // On sale and not to be bought by hand: an order that waits has it, or its card will pay it.
  const waits = membership.nextSeason?.sale === 'on_sale' && !membership.can.renew && !membership.renewal
  return (
    <li className={styles.row} aria-labelledby={heading}>
      <div className={styles.head}>
        <Initials name={person.name} size={44} light image={image} />
        <div className={styles.who}>
          <Title order={3} id={heading} className={styles.name}>
            {person.name}
          </Title>
          {terms.length > 0 && (
            <Text size="sm" c="dimmed">
              {formatList(terms.map(({ configurationName }) => configurationName))}
            </Text>
          )}
        </div>
        <div className={styles.badges}>
          {isTest(terms) && <Badge color="coral">{m.order_test_mode()}</Badge>}
          <Badge color={words.color}>{words.label}</Badge>
        </div>
      </div>
      <div className={styles.status} data-tone={words.color}>
        {words.color === 'teal' ? (
          <IconCircleCheck size={20} aria-hidden />
        ) : (
          <IconClockExclamation size={20} aria-hidden />
        )}
        <Text fw={620}>{words.sentence}</Text>
      </div>
      {coming.map((term) => (
        <Text key={term.id} size="sm" className={styles.next}>
          {m.holding_coming({
            name: term.configurationName,
            period: formatPeriod(term.startDate, term.endDate),
          })}
        </Text>
      ))}
      {membership.nextSeason && !waits && <Next season={membership.nextSeason} explain={explain} />}
      {keepsPlace(membership) && <RenewalLine membership={membership} name={person.name} hasCard={hasCard} />}
      <div className={styles.actions}>
        {renewals.length > 0 && (
          <ButtonLink
            to={renewPath(renewals)}
            size="sm"
            variant="light"
            leftSection={<IconRefresh size={18} stroke={1.7} />}
            aria-label={m.renew_for({ name: person.name })}
          >
            {m.dashboard_renew_action()}
          </ButtonLink>
        )}
        <TextLink
          to={paths.membershipHistory(membership.id)}
          className={styles.history}
          alone
          aria-label={m.membership_history_of({ name: person.name })}
        >
          <IconHistory size={18} stroke={1.7} aria-hidden />
          {m.membership_history_link()}
        </TextLink>
      </div>
    </li>
  )
}

/** The season that follows: what it costs and why, and from when it can be bought. */
function Next({ season, explain }: { season: NextSeason; explain: Props['explain'] }) {
  if (season.sale === 'ended') return null
  const facts = { name: season.name, total: formatMoney(season.parts.total) }
  return (
    <Text size="sm" className={styles.next}>
      {season.sale === 'on_sale'
        ? m.next_season_on_sale(facts)
        : m.next_season_from({ ...facts, date: formatShortDate(season.offerStartDate) })}{' '}
      {season.insteadOf &&
        `${m.next_season_instead({ name: season.insteadOf.name, ages: agesWords(season.insteadOf) })} `}
      <span>({explain(season.parts)})</span>
    </Text>
  )
}
