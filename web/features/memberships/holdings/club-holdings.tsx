import { Badge, Box, Group, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconClockExclamation, IconHistory, IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import type { Membership, NextSeason } from '#contract/memberships.ts'
import { formatList, formatMoney, formatPeriod, formatShortDate, today } from '#web/ui/words/format.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { useMemberImage } from '#web/api/files.ts'
import { paths } from '#web/paths.ts'
import { agesWords, priceSentence } from '#web/features/orders/words.ts'
import { Initials } from '#web/ui/initials.tsx'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { m } from '#words/messages.js'
import styles from './club-holdings.module.css'
import { type Holding, mayBuyFor, type Person } from '../people.ts'
import { comingTerms, currentTerms, isTest, renewalsOf, renewPath, totalText } from '../renewals/renewals.ts'
import { holdsMembership } from '../summary.ts'
import { membershipWords } from '../words.ts'
import { RenewalLine } from '../renewals/renewal-line.tsx'

interface Props {
  clubName: string
  holdings: readonly Holding[]
  /** Those shown who have no membership in the club. */
  without: readonly Person[]
  /** The current user has saved a card for this club. */
  hasCard: boolean
}

/** The memberships that people have in a club, with a button to renew all of them. */
export function ClubHoldings({ clubName, holdings, without, hasCard }: Props) {
  const heading = useId()
  const renewals = renewalsOf(holdings.filter(({ person }) => mayBuyFor(person)).map(({ membership }) => membership))
  return (
    <div role="group" aria-labelledby={heading}>
      <Group gap="10px 16px" justify="space-between" mih={36}>
        <Title order={3} id={heading} fz={15} fw={620} c="dimmed">
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
      </Group>
      <ul className={styles.list}>
        {holdings.map(({ person, membership }) => (
          <HoldingRow key={membership.id} person={person} membership={membership} hasCard={hasCard} />
        ))}
      </ul>
      {!hasCard && holdings.some(({ membership }) => holdsMembership(membership) && !membership.autoRenewal) && (
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

interface HoldingRowProps {
  person: Person
  membership: Membership
  /** The current user has saved a card that can renew it. */
  hasCard: boolean
}

function HoldingRow({ person, membership, hasCard }: HoldingRowProps) {
  const heading = useId()
  const image = useMemberImage(person.member)
  const words = membershipWords(membership)
  const terms = currentTerms(membership, today())
  const coming = comingTerms(membership, today()).filter((term) => !terms.includes(term))
  const renewals = mayBuyFor(person) ? renewalsOf([membership]) : []
  // On sale but not to be bought here: an unpaid order holds it, or a saved card will pay it.
  const isReserved = membership.nextSeason?.sale === 'on_sale' && !membership.can.renew && !membership.renewal
  return (
    <li className={styles.row} aria-labelledby={heading}>
      <Group gap="8px 14px">
        <Initials name={person.name} size={44} light image={image} />
        <Box flex="1 1 150px">
          <Title order={3} id={heading}>
            {person.name}
          </Title>
          {terms.length > 0 && (
            <Text size="sm" c="dimmed">
              {formatList(terms.map(({ configurationName }) => configurationName))}
            </Text>
          )}
        </Box>
        <Group gap={6}>
          {isTest(terms) && <Badge color="coral">{m.order_test_mode()}</Badge>}
          <Badge color={words.color}>{words.label}</Badge>
        </Group>
      </Group>
      <Group
        gap="xs"
        wrap="nowrap"
        align="flex-start"
        c={words.color === 'gray' ? 'dimmed' : `var(--mantine-color-${words.color}-light-color)`}
      >
        {words.color === 'teal' ? (
          <IconCircleCheck size={20} aria-hidden />
        ) : (
          <IconClockExclamation size={20} aria-hidden />
        )}
        <Text fw={620}>{words.sentence}</Text>
      </Group>
      {coming.map((term) => (
        <Text key={term.id} size="sm">
          {m.holding_coming({
            name: term.configurationName,
            period: formatPeriod(term.startDate, term.endDate),
          })}
        </Text>
      ))}
      {membership.nextSeason && !isReserved && <Next season={membership.nextSeason} />}
      {holdsMembership(membership) && <RenewalLine membership={membership} name={person.name} hasCard={hasCard} />}
      <Group gap="8px 16px">
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
          fw={620}
          alone
          aria-label={m.membership_history_of({ name: person.name })}
        >
          <IconHistory size={18} stroke={1.7} aria-hidden style={{ marginRight: 6 }} />
          {m.membership_history_link()}
        </TextLink>
      </Group>
    </li>
  )
}

function Next({ season }: { season: NextSeason }) {
  if (season.sale === 'ended') return null
  const facts = { name: season.name, total: formatMoney(season.parts.total) }
  const added = priceSentence(season.parts)
  return (
    <Text size="sm">
      {season.sale === 'on_sale'
        ? m.next_season_on_sale(facts)
        : m.next_season_from({ ...facts, date: formatShortDate(season.offerStartDate) })}{' '}
      {season.insteadOf &&
        `${m.next_season_instead({ name: season.insteadOf.name, ages: agesWords(season.insteadOf) })} `}
      {added && (
        <Text span inherit c="dimmed">
          ({added})
        </Text>
      )}
    </Text>
  )
}

/** Each family member's status in a club; `linked` adds links to their membership history. */
export const FamilyStatus = ({ holdings, linked = false }: { holdings: readonly Holding[]; linked?: boolean }) => (
  <RowList
    rows={holdings.map(({ person, membership }) => {
      const { label, sentence, color } = membershipWords(membership)
      return {
        key: membership.id,
        title: person.name,
        note: sentence,
        badge: <Badge color={color}>{label}</Badge>,
        ...(linked && { to: paths.membershipHistory(membership.id) }),
      }
    })}
  />
)
