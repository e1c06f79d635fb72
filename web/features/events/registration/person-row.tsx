import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlus } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { EventDetail, EventPerson } from '#contract/events/answers.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { useSession } from '#web/api/session/session.ts'
import { BirthDateField } from '#web/features/members/birth-date-field.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { requirementWords, type RequirementWords } from '../requirement-words.ts'
import { fittingCategory, membershipFor, offerFor, openRequirements } from './chosen.ts'
import { JoinOffer } from './join-offer.tsx'
import { PlaceFields, PriceTag } from './place-fields.tsx'
import styles from './registration.module.css'
import type { Registration } from './use-registration.ts'

interface Props {
  readonly event: EventDetail
  readonly person: EventPerson
  readonly registration: Registration
  /** Id of the error that nobody is selected. */
  readonly mistake: string | null
  /** Nobody can be selected before a birth date is known. */
  readonly asksAge: boolean
  /** The event's questions of the nth place. */
  readonly questionsOf: (index: number) => ReactNode
}

export function PersonRow({ event, person, registration, mistake, asksAge, questionsOf }: Props) {
  const { chosen, isFull, missing } = registration
  const { memberId, name } = person
  const id = useId()
  const places = chosen.places.flatMap((place, index) => (place.memberId === memberId ? [{ place, index }] : []))
  const ticked = places.length > 0
  const best = fittingCategory(event, person, chosen)
  const reason = ticked || best !== null ? null : reasonOf(event, person, registration)
  const offer = offerFor(person)
  const paid = person.entries.filter(({ status }) => status === 'paid')
  // Once asked for, the field stays, so that a wrong date can be corrected.
  const [asked, setAsked] = useState(false)
  const needsAge = asksBirthDate(person)
  if (!asked && needsAge && (best === null || ticked || Object.keys(missing).length > 0)) setAsked(true)
  useRefit(registration, person, { needsAge, best })
  return (
    <Stack component="li" gap="sm" className={styles.person} data-chosen={ticked}>
      <Group gap="8px 12px">
        <Checkbox
          size="md"
          flex="1 1 200px"
          styles={{ body: { alignItems: 'center' } }}
          label={
            <Group component="span" gap="sm" wrap="nowrap">
              <Initials name={name} size={40} light />
              <span>
                <Text span fw={620}>
                  {name}
                </Text>
                {person.isCaller && (
                  <Text span size="sm" c="dimmed" display="block">
                    {m.buy_yourself()}
                  </Text>
                )}
              </span>
            </Group>
          }
          checked={ticked}
          disabled={!ticked && (best === null || isFull)}
          aria-invalid={mistake !== null && best !== null}
          aria-describedby={reason ? `${id}-reason` : (mistake ?? undefined)}
          onChange={() => (ticked ? registration.untick(person) : registration.tick(person))}
        />
        {!ticked && best !== null && (
          <PriceTag event={event} choice={person.choices.find(({ category }) => category === best)} />
        )}
      </Group>
      {paid.length > 0 && (
        <Group gap={6} wrap="nowrap" c="var(--mantine-color-teal-light-color)" fz={15} fw={620}>
          <IconCircleCheck size={18} stroke={1.7} aria-hidden />
          <span>
            {person.isCaller ? m.register_has_ticket_self() : m.register_has_ticket({ name })}
            {` (${paid.map(({ categoryName }) => categoryName).join(', ')})`}
          </span>
        </Group>
      )}
      {reason && (
        <Text id={`${id}-reason`} fz={15} c="dimmed">
          {reason.text}{' '}
          {reason.next && (
            <TextLink inherit fw={620} to={reason.next.to}>
              {reason.next.label}
            </TextLink>
          )}
        </Text>
      )}
      {asked && <BirthDate memberId={memberId} error={asksAge ? m.problem_birth_date_missing() : null} />}
      {places.map(({ index }) => (
        <Fragment key={index}>
          <PlaceFields
            event={event}
            person={person}
            registration={registration}
            index={index}
            several={places.length > 1}
          />
          {questionsOf(index)}
        </Fragment>
      ))}
      {ticked && !event.onePerPerson && !isFull && best !== null && (
        <Button
          variant="subtle"
          ml={-8}
          style={{ alignSelf: 'flex-start' }}
          styles={{ label: { overflowWrap: 'anywhere' } }}
          leftSection={<IconPlus size={18} stroke={1.7} />}
          onClick={() => registration.tick(person)}
        >
          {m.register_another({ name })}
        </Button>
      )}
      {offer && (ticked || reason || membershipFor(chosen, memberId)) && (
        <JoinOffer event={event} person={person} offer={offer} registration={registration} />
      )}
      {registration.isFull && !ticked && best !== null && (
        <Text size="sm" c="dimmed">
          {m.register_full_basket()}
        </Text>
      )}
    </Stack>
  )
}

/** A place chosen before the age was known moves to the category for that age, unless another one was picked. */
function useRefit(
  registration: Registration,
  person: EventPerson,
  { needsAge, best }: { readonly needsAge: boolean; readonly best: string | null },
) {
  const before = useRef<string | null>(null)
  const refit = useEffectEvent((category: string) => registration.refit(person, category))
  useEffect(() => {
    const was = before.current
    before.current = needsAge ? best : null
    if (!needsAge && was !== null) refit(was)
  }, [needsAge, best])
}

/** The reason in the category closest to being open. A membership is offered in the row, so needs no link. */
function reasonOf(event: EventDetail, person: EventPerson, { chosen }: Registration): RequirementWords | null {
  const [nearest] = person.choices
    .map((choice) => openRequirements(choice, person.memberId, chosen))
    .toSorted((a, b) => a.length - b.length)
  const rule = nearest?.[0]
  if (!rule) return null
  const words = requirementWords(rule, { event, person })
  return rule.offer || rule.code === 'birth_date_missing' ? { ...words, next: null } : words
}

const asksBirthDate = ({ choices }: EventPerson) =>
  choices.some(({ gates }) => gates.some(({ code }) => code === 'birth_date_missing'))

function BirthDate({ memberId, error }: { memberId: string; error: string | null }) {
  const { member } = useSession()
  const people = useQuery(peopleQuery(member.id))
  const person = [member, ...(people.data ?? []).map((one) => one.member)].find(({ id }) => id === memberId)
  return person && <BirthDateField person={person} error={error} />
}
