import { CheckboxCard, CheckboxIndicator, RadioCard, RadioGroup, RadioIndicator, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { agesWords, priceSentence, trialWords } from '../offer-words.ts'
import { formatMoney, formatPeriod } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import styles from './buy-membership.module.css'
import { savingIn, type SeasonOffers } from './season-offers.ts'

type Offer = MembershipConfiguration

interface Props {
  readonly season: SeasonOffers
  readonly memberId: string
  readonly label: string
  /** The id of the one chosen. */
  readonly value: string
  readonly error: ReactNode
  readonly onChoose: (offer: Offer | undefined) => void
}

/** A season's memberships that one person can buy, of which they choose one. */
export function OfferCards({ season: { memberships }, memberId, label, value, error, onChoose }: Props) {
  const saving = savingIn({ memberships }, memberId)
  return (
    <RadioGroup
      label={label}
      labelProps={{ className: styles.unseen ?? '' }}
      value={value}
      error={error}
      inputWrapperOrder={['label', 'error', 'input']}
      onChange={(id) => onChoose(memberships.find((offer) => offer.id === id))}
    >
      <Stack gap="xs">
        {memberships.map((offer, at) => (
          <RadioCard
            key={offer.id}
            value={offer.id}
            className={styles.offer ?? ''}
            aria-invalid={(error !== undefined && at === 0) || undefined}
          >
            <RadioIndicator mt={2} />
            <OfferText offer={offer} memberId={memberId}>
              {saving?.offerId === offer.id && (
                <span className={styles.saving}>
                  {m.offer_saves({ amount: formatMoney(saving.amount), name: saving.than })}
                </span>
              )}
            </OfferText>
          </RadioCard>
        ))}
      </Stack>
    </RadioGroup>
  )
}

interface ExtrasProps {
  readonly extras: readonly Offer[]
  readonly chosen: readonly string[]
  readonly onToggle: (offer: Offer) => void
}

export const ExtraCards = ({ extras, chosen, onToggle }: ExtrasProps) => (
  <Stack gap="xs" role="group" aria-label={m.buy_extras()}>
    <Text fw={540}>{m.buy_extras()}</Text>
    {extras.map((offer) => (
      <CheckboxCard
        key={offer.id}
        checked={chosen.includes(offer.id)}
        onClick={() => onToggle(offer)}
        className={styles.offer ?? ''}
      >
        <CheckboxIndicator mt={2} />
        <OfferText offer={offer} />
      </CheckboxCard>
    ))}
  </Stack>
)

interface TextProps {
  readonly offer: Offer
  readonly memberId?: string
  readonly children?: ReactNode
}

function OfferText({ offer, memberId, children }: TextProps) {
  const { name, benefits, startDate, endDate, parts } = offer
  const trial = offer.endsTrial.find((one) => one.memberId === memberId)
  const price = priceSentence(parts)
  return (
    <span className={styles.offerText}>
      <span className={styles.offerName}>
        <span lang={langOf(offer, 'name')}>{name}</span> <PriceText value={parts.total} />
      </span>
      <span className={styles.offerFacts}>
        <span>{[formatPeriod(startDate, endDate), agesWords(offer)].filter(Boolean).join(' · ')}</span>
        {price && <span>{price}</span>}
      </span>
      {benefits && <span lang={langOf(offer, 'benefits')}>{benefits}</span>}
      {trial && <span>{trialWords(trial)}</span>}
      {children}
    </span>
  )
}
