import { Box, Button, Checkbox, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCircleCheck, IconLock } from '#web/ui/icons/index.ts'
import { useId } from 'react'
import type { Member } from '#contract/members/members.ts'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { renewsByCard } from '#contract/memberships/renewal.ts'
import { ApiProblem } from '#web/api/client.ts'
import { formatDate, formatList, formatMoney } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { Total } from '#web/ui/words/total.tsx'
import { billingProblem } from '#web/features/orders/checkout/billing.ts'
import { isPassing, type PriceChange } from '#web/features/orders/checkout/checkout.ts'
import {
  CheckoutProblems,
  ClubUnpayable,
  RenewCheck,
  SubmitNote,
  TestClub,
} from '#web/features/orders/checkout/checkout-notes.tsx'
import { ConsentTexts } from '#web/features/organisations/club-text-links.tsx'
import { fullName } from '#web/features/members/words.ts'
import { sumOf } from '#web/features/orders/words.ts'
import { priceSentence, trialWords } from '../offer-words.ts'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { type BuyValues, type ClubPart, unpayableParts } from './basket.ts'
import styles from './buy-membership.module.css'

interface Props {
  form: UseFormReturnType<BuyValues>
  parts: readonly ClubPart[]
  /** Names are shown if there is more than one. */
  people: readonly Member[]
  buyerId: string
  /** Consent was given with a membership that everyone has. */
  agreed: boolean
  /** The member for whom a super admin prepares the order. */
  preparesFor: string | null
  checkout: { busy: boolean; error: Error | null; priceChanged: PriceChange | null }
}

/** The purchase, consent, and the total with Pay, which stick to the foot of a phone. */
export function CheckoutPanel({ form, parts, people, buyerId, agreed, preparesFor, checkout }: Props) {
  const heading = useId()
  const total = sumOf(parts.map((part) => part.total))
  const { busy, error, priceChanged } = checkout
  const unpayable = unpayableParts(parts)
  const lines = parts.flatMap((part) => part.lines)
  const clubs = parts.flatMap(({ club }) => (club ? [club.name] : []))
  const tests = parts.flatMap(({ club }) => (club?.paymentTestMode ? [club.name] : []))
  const onlyOwn = lines.every(({ row }) => row.memberId === buyerId)
  return (
    <section aria-labelledby={heading} className={styles.summary}>
      <Stack gap="md" className={styles.details ?? ''}>
        <Title order={2} id={heading}>
          {m.buy_summary()}
        </Title>
        {parts.length === 0 && <Text c="dimmed">{m.buy_summary_empty()}</Text>}
        {lines.length > 0 && <PartLines parts={parts} people={people} />}
        <Divider />
        {preparesFor !== null ? (
          <Text size="sm">{m.buy_consent_theirs({ name: preparesFor })}</Text>
        ) : agreed ? (
          <Group gap="xs" wrap="nowrap" align="flex-start" fz="sm">
            <IconCircleCheck size={20} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
            <span>
              {onlyOwn
                ? m.buy_consent_given({ club: formatList(clubs) })
                : m.buy_consent_given_others({ club: formatList(clubs) })}{' '}
              <ConsentTexts clubs={parts.flatMap(({ club }) => club ?? [])} />
            </span>
          </Group>
        ) : (
          <Checkbox
            label={consentWords(clubs, onlyOwn)}
            description={<ConsentTexts clubs={parts.flatMap(({ club }) => club ?? [])} />}
            aria-invalid={form.errors['gdprAgreement'] !== undefined}
            {...form.getInputProps('gdprAgreement', { type: 'checkbox' })}
          />
        )}
        {total && total.minor > 0 && preparesFor === null && lines.some(({ offer }) => renewsByCard(offer)) && (
          <RenewCheck
            what={lines
              .filter(({ offer }) => renewsByCard(offer))
              .map(({ row, offer }) => (
                <span key={`${row.memberId} ${offer.id}`}>
                  {renewalSentence(offer, people.length > 1 ? nameIn(people, row.memberId) : null)}{' '}
                </span>
              ))}
            {...form.getInputProps('autoRenewal', { type: 'checkbox' })}
          />
        )}
        {tests.length > 0 && <TestClub clubs={parts.length > 1 ? tests : []} />}
      </Stack>
      <div className={styles.foot}>
        <SubmitNote problem={firstProblem(form.errors)} />
        <CheckoutProblems
          error={error}
          title={m.buy_failed_title()}
          about="club"
          saysKept={error !== null && isPassing(error) && !saysKept(error)}
          priceChanged={priceChanged}
        />
        <div className={styles.pay}>
          {total && <Total value={total} foot />}
          {unpayable.length === 0 && (
            <Button type="submit" size="lg" fullWidth loading={busy} aria-describedby="checkout-reason">
              {preparesFor !== null ? m.buy_prepare() : payWords(total, parts.length, error)}
            </Button>
          )}
        </div>
        {unpayable.length > 0 ? (
          <ClubUnpayable
            clubs={unpayable.map(({ orgId, club }) => ({ orgId, name: club?.name }))}
            others={parts.length > unpayable.length}
          />
        ) : (
          <Text size="sm" c="dimmed" id="checkout-reason" data-busy={busy || undefined} className={styles.secure}>
            <IconLock size={16} stroke={1.7} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
            {!busy && (preparesFor !== null ? preparedWords(total) : m.buy_secure())}
            <span role="status">{busy && m.buy_busy()}</span>
          </Text>
        )}
      </div>
    </section>
  )
}

/** The future of a membership next season, if the card renews it. */
function renewalSentence({ name, endDate, renewsInto: next }: MembershipConfiguration, holder: string | null): string {
  const what = holder ? `${name} (${holder})` : name
  if (!next) return m.buy_renew_later({ what })
  const into = m.buy_renew_into({ what, next: next.name, amount: formatMoney(next.total) })
  return next.startDate > dayAfter(endDate)
    ? `${into} ${m.renewal_starts_later({ day: formatDate(next.startDate) })}`
    : into
}

const nameIn = (people: readonly Member[], memberId: string) =>
  people.filter(({ id }) => id === memberId).map(fullName)[0] ?? null

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

function consentWords(clubs: readonly string[], onlyOwn: boolean): string {
  if (clubs.length === 0) return m.buy_consent_any()
  const club = formatList(clubs)
  return onlyOwn ? m.buy_consent({ club }) : m.buy_consent_others({ club })
}

/** The next steps of an order that an administrator makes. */
const preparedWords = (total: { minor: number } | null) =>
  total?.minor === 0 ? m.buy_prepare_explained_free() : m.buy_prepare_explained()

function payWords(total: { minor: number; currency: string } | null, payments: number, error: Error | null): string {
  if (error && isPassing(error)) return m.buy_try_again()
  if (!total) return m.buy_pay()
  if (total.minor === 0) return m.buy_free()
  const words = { total: formatMoney(total) }
  return payments > 1 ? m.buy_pay_in_turn({ ...words, count: payments }) : m.buy_pay_amount(words)
}

/** Whether the error's text already mentions that the order is saved. */
const saysKept = (error: Error) =>
  error instanceof ApiProblem && ['payment_request_failed', 'payment_link_missing'].includes(error.code)

/** In the page's order. */
const firstProblem = (errors: UseFormReturnType<BuyValues>['errors']) =>
  Object.entries(errors).find(([field]) => field.startsWith('rows.'))?.[1] ??
  billingProblem(errors) ??
  errors['gdprAgreement']

interface PartLinesProps {
  readonly parts: readonly ClubPart[]
  readonly people: readonly Member[]
}

function PartLines({ parts, people }: PartLinesProps) {
  const nameOf = (memberId: string) => (people.length > 1 ? nameIn(people, memberId) : null)
  return (
    <>
      {parts.map(({ orgId, club, lines, total }, index) => (
        <Stack key={orgId} gap="sm">
          {index > 0 && <Divider mb={4} />}
          <Text fw={680}>{club?.name}</Text>
          {lines.map(({ row, offer }) => (
            <Group key={`${row.memberId} ${offer.id}`} align="flex-start" gap="0 16px">
              <Box flex="1 1 8rem">
                <Text fw={620} lang={langOf(offer, 'name')}>
                  {offer.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {nameOf(row.memberId)}
                </Text>
                <Text size="sm" c="dimmed">
                  {priceSentence(offer.parts)}
                </Text>
                {offer.endsTrial
                  .filter(({ memberId }) => memberId === row.memberId)
                  .map((trial) => (
                    <Text key={trial.memberId} size="sm">
                      {trialWords(trial)}
                    </Text>
                  ))}
              </Box>
              <Box ml="auto">
                <PriceText value={offer.parts.total} />
              </Box>
            </Group>
          ))}
          {parts.length > 1 && total && <Total label={m.buy_club_total()} value={total} small />}
        </Stack>
      ))}
      {parts.length > 1 && (
        <Text size="sm" c="dimmed">
          {m.buy_several_clubs({ count: parts.length })}
        </Text>
      )}
    </>
  )
}
