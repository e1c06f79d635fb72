import { Button, Chip, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '#web/ui/icons/index.ts'
import { type ReactNode, useId, useState } from 'react'
import type { Member } from '#contract/members/members.ts'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { BirthDateField } from '#web/features/members/birth-date-field.tsx'
import { fullName } from '#web/features/members/words.ts'
import { type BasketRow, type BuyValues, type RowState, type Shops, stateOf } from './basket.ts'
import { asksBirthDate, daysLeftWords } from '../offer-words.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { formatDate, formatList, today } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { withClub } from './basket-rows.ts'
import styles from './buy-membership.module.css'
import { ExtraCards, OfferCards } from './offer-cards.tsx'
import { closedByReason, sameKindIn, type SeasonOffers, seasonsOf } from './season-offers.ts'

interface Props {
  readonly form: UseFormReturnType<BuyValues>
  readonly shops: Shops
  readonly memberId: string
  /** Empty until a club is chosen. */
  readonly orgId: string
  readonly person: Member | undefined
  readonly isSelf: boolean
  /** Shows a choice that is made as one line. */
  readonly folds: boolean
  readonly onChange: (rows: BasketRow[]) => void
  /** Null while something is to be chosen. */
  readonly onAddClub: (() => void) | null
  /** Null for the person's only club. */
  readonly onRemove: (() => void) | null
}

/** One person's membership at one club: the club, the season, the memberships as cards, and extras. */
export function MembershipChoice(props: Props) {
  const { form, shops, memberId, orgId, person, isSelf, folds, onChange, onAddClub, onRemove } = props
  const { rows } = form.values
  const [opened, setOpened] = useState(false)
  const [asksAge, setAsksAge] = useState(false)
  const [season, setSeason] = useState<string | null>(null)
  const name = person ? fullName(person) : ''
  const offers = shops.offersOf(orgId)
  const offerOf = (row: BasketRow) => offers?.find(({ id }) => id === row.membershipConfId)
  const own = rows.filter((row) => row.memberId === memberId && row.orgId === orgId)
  const main = own.find((row) => !offerOf(row)?.combinable)
  const chosen = main && offerOf(main)
  const index = main ? rows.indexOf(main) : -1
  const first = rows.findIndex((row) => own.includes(row))

  // Who has to choose a club goes on seeing the others; a club that is given is a line of text.
  const [choosesClub, setChoosesClub] = useState(orgId === '')
  if (orgId === '' && !choosesClub) setChoosesClub(true)
  const clubChoice = (orgId === '' || (choosesClub && shops.clubs.length <= FEW)) && (
    <ClubChoice
      shops={shops}
      value={orgId}
      label={isSelf ? m.buy_club() : m.buy_club_for({ name })}
      taken={rows.filter((row) => row.memberId === memberId && row.orgId !== orgId).map((row) => row.orgId)}
      error={form.errors[`rows.${index}.orgId`]}
      onChoose={(id) => onChange(withClub(orgId === '' ? rows : withoutClub(rows, memberId, orgId), first, id))}
    />
  )
  if (orgId === '') return clubChoice

  const club = shops.clubs.find(({ id }) => id === orgId)
  const closed = (offer: MembershipConfiguration) => shops.closedFor(memberId, offer)
  const seasons = offers ? seasonsOf(offers, memberId, closed) : []
  const proposed = seasons.find(({ memberships }) => memberships[0]?.proposedFor.includes(memberId))
  const shown =
    seasons.find(({ label }) => label === season) ??
    seasons.find(({ memberships }) => memberships.some(({ id }) => id === chosen?.id)) ??
    proposed ??
    seasons[0]

  const choose = (offer: MembershipConfiguration | undefined) => {
    const row = { memberId, orgId, membershipConfId: offer?.id ?? '' }
    onChange(main ? rows.with(index, row) : [...rows, row])
  }
  const switchTo = (next: SeasonOffers) => {
    setSeason(next.label)
    choose(sameKindIn(next, chosen))
  }
  const toggleExtra = ({ id }: MembershipConfiguration) => {
    const without = rows.filter((row) => !(own.includes(row) && row.membershipConfId === id))
    onChange(without.length < rows.length ? without : [...rows, { memberId, orgId, membershipConfId: id }])
  }
  const state = main ? stateOf(main, rows, shops) : 'empty'
  // Once asked for, the field stays and the line unfolded, so that a wrong date can be corrected.
  if (!asksAge && shown?.memberships.some((offer) => asksBirthDate(offer, memberId))) setAsksAge(true)
  if (folds && !opened && !asksAge && chosen && state === 'chosen')
    return (
      <Group justify="space-between" gap="4px 16px">
        <div className={styles.folded}>
          <Text>{own.flatMap((row) => offerOf(row)?.name ?? []).join(' + ')}</Text>
          <Text size="sm" c="dimmed">
            {club?.name}
          </Text>
        </div>
        <Group gap="sm" ml="auto" justify="flex-end">
          <PriceText value={chosen.parts.total} />
          <Button
            variant="default"
            size="compact-md"
            onClick={() => setOpened(true)}
            aria-label={m.buy_change_for({ name })}
          >
            {m.billing_change()}
          </Button>
        </Group>
      </Group>
    )

  const unavailable = shown?.memberships.length ? [] : closedByReason(offers ?? [], memberId, closed)
  return (
    // Arrow keys choose each card that they pass, so the choice stays unfolded.
    <Stack gap="sm" onKeyDown={({ key }) => key.startsWith('Arrow') && setOpened(true)}>
      {clubChoice || (
        <Group justify="space-between" gap="4px 12px">
          <Text fw={620}>{club?.name}</Text>
          {shops.clubs.length > 1 && (
            <Button variant="subtle" size="compact-md" onClick={() => onChange(withoutClub(rows, memberId, orgId))}>
              {m.buy_other_club()}
            </Button>
          )}
        </Group>
      )}
      {!offers && <Text c="dimmed">{m.loading_label()}</Text>}
      {seasons.length > 1 && shown && <SeasonSwitch seasons={seasons} shown={shown} onChange={switchTo} />}
      {asksAge && person && (
        <BirthDateField
          key={memberId}
          person={person}
          error={own.map((row) => form.errors[`rows.${rows.indexOf(row)}.birthDate`]).find(Boolean)}
        />
      )}
      {shown && shown.memberships.length > 0 && (
        <OfferCards
          season={shown}
          memberId={memberId}
          label={isSelf ? m.buy_membership() : m.buy_membership_for({ name })}
          value={chosen?.id ?? ''}
          error={form.errors[`rows.${index}.membershipConfId`]}
          onChoose={choose}
        />
      )}
      {unavailable.map(({ words, names }) => (
        <Text key={words} size="sm" c="dimmed">
          {formatList(names)}: {words}
        </Text>
      ))}
      {offers && !shown && unavailable.length === 0 && <Text c="dimmed">{m.offers_none()}</Text>}
      {shown && shown.extras.length > 0 && (
        <ExtraCards
          extras={shown.extras}
          chosen={own.map(({ membershipConfId }) => membershipConfId)}
          onToggle={toggleExtra}
        />
      )}
      {onRemove && (
        <Button
          variant="subtle"
          size="compact-md"
          style={{ alignSelf: 'flex-start' }}
          onClick={onRemove}
          aria-label={m.buy_remove({ what: club?.name ?? '', name })}
        >
          {m.buy_remove_club()}
        </Button>
      )}
      {onAddClub && (
        <Button
          variant="subtle"
          size="compact-md"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={18} stroke={1.7} />}
          onClick={onAddClub}
        >
          {m.buy_another_club()}
        </Button>
      )}
      {main && <Skipped state={state} words={chosen ? (closed(chosen)?.words ?? '') : ''} single={rows.length === 1} />}
    </Stack>
  )
}

/** The rows with the person's club to be chosen again. */
const withoutClub = (rows: BasketRow[], memberId: string, orgId: string): BasketRow[] => {
  const first = rows.findIndex((row) => row.memberId === memberId && row.orgId === orgId)
  return rows.flatMap((row, at) =>
    row.memberId !== memberId || row.orgId !== orgId
      ? [row]
      : at === first
        ? [{ memberId, orgId: '', membershipConfId: '' }]
        : [],
  )
}

/** More clubs than these are shown only until one is chosen. */
const FEW = 4

interface ClubChoiceProps {
  readonly shops: Shops
  readonly value: string
  readonly label: string
  /** Clubs that the person has chosen already. */
  readonly taken: readonly string[]
  readonly error: ReactNode
  readonly onChoose: (orgId: string) => void
}

function ClubChoice({ shops, value, label, taken, error, onChoose }: ClubChoiceProps) {
  const heading = useId()
  const clubs = shops.clubs.filter(({ id }) => !taken.includes(id))
  return (
    <div role="radiogroup" aria-labelledby={heading}>
      <Text fw={540} id={heading} mb={6}>
        {label}
      </Text>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mb={6}>
          {error}
        </Text>
      )}
      <Chip.Group value={value} onChange={onChoose}>
        <Group gap="xs">
          {clubs.map(({ id, name }, at) => (
            <Chip key={id} value={id} aria-invalid={(Boolean(error) && at === 0) || undefined}>
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {value === '' && (
        <Text size="sm" c="dimmed" mt={8}>
          {m.buy_club_not_listed()} <TextLink to={paths.organisations()}>{m.buy_find_club()}</TextLink>
        </Text>
      )}
    </div>
  )
}

interface SeasonSwitchProps {
  readonly seasons: readonly SeasonOffers[]
  readonly shown: SeasonOffers
  readonly onChange: (season: SeasonOffers) => void
}

/** Which season, and what each choice means for somebody who joins today. */
function SeasonSwitch({ seasons, shown, onChange }: SeasonSwitchProps) {
  const heading = useId()
  return (
    <div role="radiogroup" aria-labelledby={heading}>
      <Text fw={540} id={heading} mb={6}>
        {m.buy_season()}
      </Text>
      <Chip.Group
        value={shown.label}
        onChange={(label) => onChange(seasons.find((season) => season.label === label) ?? shown)}
      >
        <Group gap="xs">
          {seasons.map(({ label }) => (
            <Chip key={label} value={label}>
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {seasons.map((season) => (
        <Text key={season.label} size="sm" c="dimmed" mt={4}>
          {seasonWords(season)}
        </Text>
      ))}
    </div>
  )
}

/** Empty where there is nothing to become a member with. */
function seasonWords({ label, memberships: [first] }: SeasonOffers): string {
  if (!first) return ''
  if (first.startDate > today()) return m.buy_season_later({ label, date: formatDate(first.startDate) })
  const runs = m.buy_season_now({ label, date: formatDate(first.endDate) })
  return [runs, daysLeftWords(first)].filter(Boolean).join(' · ')
}

interface SkippedProps {
  readonly state: RowState
  readonly words: string
  readonly single: boolean
}

/** Why the membership is not bought. */
function Skipped({ state, words, single }: SkippedProps) {
  const why: Record<RowState, () => string | null> = {
    chosen: () => null,
    loading: () => null,
    // An empty form has its own message.
    empty: () => (single ? null : m.buy_skipped_empty()),
    closed: () => m.buy_skipped_closed({ reason: words }),
    gone: m.buy_skipped_gone,
    twice: m.buy_skipped_twice,
    // The birth date is asked for above.
    unknown_age: () => null,
  }
  const reason = why[state]()
  if (!reason) return null
  return (
    <Text
      size="sm"
      {...(state === 'empty' ? { c: 'dimmed' } : { c: 'var(--mantine-color-coral-light-color)', fw: 620 })}
    >
      {reason}
    </Text>
  )
}
