import { Button, Group, Stack } from '@mantine/core'
import { IconId, IconPlus } from '#web/ui/icons/index.ts'
import { useEffect, useRef } from 'react'
import type { EventDetail, EventPerson, MembershipOffer } from '#contract/events/answers.ts'
import { trialWords } from '#web/features/memberships/offer-words.ts'
import { formatMoney, formatPeriod } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { withOwn } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { savingOf } from '../words.ts'
import { membershipFor } from './chosen.ts'
import { refusalWords } from './quote.ts'
import styles from './registration.module.css'
import type { Registration } from './use-registration.ts'

interface Props {
  readonly event: EventDetail
  readonly person: EventPerson
  readonly offer: MembershipOffer
  readonly registration: Registration
}

/** Offers a membership that lets somebody in or lowers their price; adds it to the order, or removes it. */
export function JoinOffer({ event, person, offer, registration }: Props) {
  const { chosen } = registration
  const { memberId, name } = person
  const joining = membershipFor(chosen, memberId)
  const refusal = joining && registration.quotedAt(chosen.memberships.indexOf(joining))?.refusal
  const button = useRef<HTMLButtonElement>(null)
  const isIn = joining !== undefined
  const expected = useRef<boolean>(null)
  // The pressed button was replaced: focus its successor.
  useEffect(() => {
    if (expected.current === isIn) button.current?.focus()
    expected.current = null
  }, [isIn])
  const press = (act: () => void) => () => {
    expected.current = !isIn
    act()
  }

  if (joining)
    return (
      <Group gap="10px 12px" className={styles.join ?? ''} data-joined>
        <IconId size={22} stroke={1.7} aria-hidden />
        <Stack gap={0} flex="1 1 200px" fz={15} role="status">
          <strong>{withOwn(offer, 'name', (membership) => m.register_joined({ membership }))}</strong>
          <span>{refusal ? refusalWords(refusal, { event, person }) : `${offer.orgName} · ${periodOf(offer)}`}</span>
        </Stack>
        <strong>
          <PriceText value={offer.total} />
        </strong>
        <Button
          ref={button}
          variant="default"
          aria-label={m.register_leave_for({ membership: offer.name, name })}
          onClick={press(() => registration.leave(memberId))}
        >
          {m.register_leave()}
        </Button>
      </Group>
    )
  const words = joinWords(person, offer, registration)
  if (!words || registration.isFull) return null
  return (
    <Group gap="10px 12px" className={styles.join ?? ''}>
      <IconId size={22} stroke={1.7} aria-hidden />
      <Stack gap={0} flex="1 1 200px" fz={15}>
        <span>{words}</span>
        {offer.endsTrial && <span>{trialWords(offer.endsTrial)}</span>}
      </Stack>
      <Button
        ref={button}
        variant="light"
        leftSection={<IconPlus size={18} stroke={1.7} />}
        aria-label={m.register_join_for({ membership: offer.name, name })}
        onClick={press(() => registration.join(person, offer))}
      >
        {m.register_join()}
      </Button>
    </Group>
  )
}

const periodOf = ({ startDate, endDate }: MembershipOffer) => formatPeriod(startDate, endDate)

/** The effect of the membership; null if none for this selection. */
function joinWords({ memberId, name, choices }: EventPerson, offer: MembershipOffer, { chosen }: Registration) {
  const facts = { name, period: periodOf(offer), total: formatMoney(offer.total) }
  const category = chosen.places.find((place) => place.memberId === memberId)?.category
  const choice = choices.find((one) => one.category === category)
  const saving = choice ?? (category === undefined ? choices.find((one) => one.memberOffer) : undefined)
  const cheaper = saving?.memberOffer
  const opens = (choice ? [choice] : choices).some(({ gates }) => gates.some((rule) => rule.offer))
  if (opens) return withOwn(offer, 'name', (membership) => m.register_join_opens({ ...facts, membership }))
  return cheaper
    ? withOwn(offer, 'name', (membership) =>
        m.register_join_saves({ ...facts, membership, saving: formatMoney(savingOf(saving.price, cheaper.price)) }),
      )
    : null
}
