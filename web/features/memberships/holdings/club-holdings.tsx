import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Membership } from '#contract/memberships/memberships.ts'
import { formatList, today } from '#web/ui/words/format.ts'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { useMemberImage } from '#web/api/files.ts'
import { paths } from '#web/paths.ts'
import { Initials } from '#web/ui/initials.tsx'
import { RowList } from '#web/ui/cards/row-list.tsx'
import { m } from '#words/messages.js'
import styles from './club-holdings.module.css'
import { mayBuyFor, type Holding } from '../people.ts'
import { comingTerms, currentTerms, isTest, renewalsOf, renewPath } from '../renewals/renewals.ts'
import { hasEnded, holdsMembership } from '../summary.ts'
import { membershipWords } from '../words.ts'
import { RenewalLine } from '../renewals/renewal-line.tsx'
import { TermNames } from './person-holds.tsx'

interface Props {
  holdings: readonly Holding[]
  /** The current user has saved a card for this club. */
  hasCard: boolean
  /** How a person leaves the club, where they may. */
  leaves: (holding: Holding) => ReactNode
}

/** The memberships that people have in a club. */
export const ClubHoldings = ({ holdings, hasCard, leaves }: Props) => (
  <Stack component="ul" gap={0}>
    {holdings.map((holding) => (
      <HoldingRow key={holding.membership.id} {...holding} hasCard={hasCard} leaves={leaves} />
    ))}
  </Stack>
)

/** A person's membership: what it is, until when, the next season once it is bought, and the way to renew. */
function HoldingRow({ person, membership, hasCard, leaves }: Holding & Pick<Props, 'hasCard' | 'leaves'>) {
  const heading = useId()
  const image = useMemberImage(person.member)
  const words = membershipWords(membership)
  const day = today()
  const terms = currentTerms(membership)
  const coming = comingTerms(membership, day).filter((term) => !terms.includes(term))
  return (
    <li className={styles.row} aria-labelledby={heading}>
      <Group gap="8px 14px" align="flex-start">
        <Group gap={14} wrap="nowrap" align="flex-start" flex="1 1 11.5rem">
          <Initials name={person.name} size={44} light image={image} />
          <Stack gap={2} flex={1} miw={0}>
            <Title order={3} id={heading} fz="md">
              {person.name}
            </Title>
            <Text
              size="sm"
              fw={620}
              c={words.color === 'gray' ? 'dimmed' : `var(--mantine-color-${words.color}-light-color)`}
            >
              {words.sentence}
            </Text>
            {coming.length > 0 && (
              <Text size="sm">
                {m.holding_bought({ names: formatList(coming.map(({ configurationName }) => configurationName)) })}
              </Text>
            )}
            <Group gap="0 10px" fz="sm" c="dimmed">
              <span>
                <TermNames terms={terms} />
              </span>
              <TextLink
                to={paths.membershipHistory(membership.id)}
                size="sm"
                alone
                aria-label={m.membership_history_of({ name: person.name })}
              >
                {m.membership_history_link()}
              </TextLink>
              {holdsMembership(membership, day) && leaves({ person, membership })}
              {isTest(terms) && <Badge color="coral">{m.order_test_mode()}</Badge>}
            </Group>
          </Stack>
        </Group>
        {mayBuyFor(person) && <RenewButton membership={membership} name={person.name} day={day} />}
      </Group>
      {holdsMembership(membership, day) && <RenewalLine membership={membership} name={person.name} hasCard={hasCard} />}
    </li>
  )
}

interface RenewProps {
  membership: Membership
  name: string
  /** Today in Copenhagen. */
  day: string
}

function RenewButton({ membership, name, day }: RenewProps) {
  const renewals = renewalsOf([membership])
  if (renewals.length === 0 && (!hasEnded(membership, day) || membership.renewal)) return null
  const joins = membership.nextSeason?.joins === true
  const card = renewals[0]?.needsCard === true
  const again = paths.newMembership({ orgId: membership.orgId, memberId: membership.memberId })
  return (
    <ButtonLink
      to={renewals.length > 0 ? renewPath(renewals) : again}
      variant="light"
      flex="none"
      aria-label={
        joins ? m.renew_join_for({ name }) : card ? m.renewal_other_card_for({ name }) : m.renew_for({ name })
      }
    >
      {joins ? m.dashboard_join_action() : card ? m.renewal_other_card() : m.dashboard_renew_action()}
    </ButtonLink>
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
