import { ActionIcon, Anchor, Badge, Group, Stack } from '@mantine/core'
import { IconCheck, IconUserCheck } from '#web/ui/icons/index.ts'
import { answerText, type Question } from '#contract/events/questions.ts'
import { type Registration } from '#contract/events/registrations.ts'
import { phoneAddress, phoneWords } from '#contract/phone-words.ts'
import { showUndo, showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { readersText } from '#web/parts/local-text.tsx'
import type { ListColumn } from '#web/ui/data-list/data-list.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { formatMoney, formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { useRegistrationChanges, type EventOfClub } from './registration-queries.ts'
import { methodWords, registrationState, yesNo } from './registration-words.ts'

/** Marks one person, or takes that back; each can be undone by itself. */
function PresentButton({ ofEvent, person: { id, name, presentAt } }: { ofEvent: EventOfClub; person: Registration }) {
  const { present } = useRegistrationChanges(ofEvent)
  const isPresent = presentAt !== null
  const mark = (next: boolean) => ({ ids: [id], present: next })
  const words = isPresent ? m.registrations_unmarked : m.registrations_marked
  const onClick = () =>
    whenDone(present.mutateAsync(mark(!isPresent)), {
      onSuccess: () =>
        showUndo(`${name}: ${words({ count: 1 })}`, () => present.mutateAsync(mark(isPresent)), 'present'),
      onError: showFailure,
    })
  return (
    <ActionIcon
      size={44}
      variant={isPresent ? 'filled' : 'default'}
      color="green"
      loading={present.isPending}
      aria-pressed={isPresent}
      aria-label={(isPresent ? m.registrations_unmark_one : m.registrations_mark_one)({ name })}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
    >
      {isPresent ? <IconCheck size={20} stroke={2.5} /> : <IconUserCheck size={20} stroke={1.7} />}
    </ActionIcon>
  )
}

/** @param marking where people are marked as present one by one; null: not yet */
export const columns = (marking: EventOfClub | null, questions: readonly Question[]): ListColumn<Registration>[] => [
  { name: 'name', title: m.club_members_name(), sort: 'name', render: ({ name }) => name },
  { name: 'age', title: m.club_members_age(), sort: 'age', align: 'right', render: ({ age }) => age ?? '' },
  {
    name: 'category',
    title: m.registrations_category(),
    sort: 'category',
    render: (person) => (
      <>
        <Own of={person} field="category" />
        {person.phase && ' · '}
        <Own of={person} field="phase" />
      </>
    ),
  },
  { name: 'state', title: m.registrations_state(), render: (person) => <StateBadges person={person} /> },
  {
    name: 'present',
    title: m.registrations_present(),
    render: (person) =>
      marking && (person.state === 'paid' || person.state === 'free') ? (
        <PresentButton ofEvent={marking} person={person} />
      ) : (
        person.presentAt && <IconCheck size={18} role="img" aria-label={m.registrations_present_yes()} />
      ),
  },
  {
    name: 'price',
    title: m.registrations_price(),
    align: 'right',
    noWrap: true,
    folded: true,
    render: ({ price, byHand }) => {
      const shown = byHand?.amount ?? price
      return shown && formatMoney(shown)
    },
  },
  {
    name: 'guardian',
    title: m.registrations_guardian(),
    folded: true,
    render: ({ guardian }) =>
      guardian && (
        <Stack gap={0}>
          <span>{guardian.name}</span>
          {guardian.phone && (
            <Anchor href={phoneAddress(guardian.phone)} fz="sm">
              {phoneWords(guardian.phone)}
            </Anchor>
          )}
        </Stack>
      ),
  },
  { name: 'number', title: m.registrations_number(), noWrap: true, folded: true, render: ({ number }) => number },
  {
    name: 'bought',
    title: m.registrations_bought(),
    sort: 'bought',
    noWrap: true,
    folded: true,
    render: ({ boughtAt }) => formatShortDate(boughtAt),
  },
  { name: 'buyer', title: m.registrations_buyer(), extra: true, render: ({ buyer }) => buyer },
  {
    name: 'reason',
    title: m.registrations_reason(),
    extra: true,
    render: ({ byHand }) => byHand && `${byHand.reason} (${byHand.by}, ${methodWords[byHand.method]()})`,
  },
  ...questions
    .filter(({ sensitive }) => !sensitive)
    .map((question) => ({
      name: `answer-${question.id}`,
      title: readersText(question.label),
      extra: true,
      render: ({ answers }: Registration) => {
        const value = answers?.values[question.id]
        return value === undefined ? '' : answerText(question, value, getLocale(), yesNo())
      },
    })),
]

function StateBadges({ person: { state, byHand, isTest, age, outsideAges, answers } }: { person: Registration }) {
  const { label, color } = registrationState(state)
  return (
    <Group gap={4}>
      <Badge color={color}>{label}</Badge>
      {byHand && <Badge color="fjord">{m.registrations_by_hand()}</Badge>}
      {byHand?.toPayBack && <Badge color="red">{m.registrations_refund_by_hand()}</Badge>}
      {outsideAges && age !== null && (
        <Badge color="coral">{m.registrations_outside_ages({ age, ages: agesOf(outsideAges) })}</Badge>
      )}
      {state !== 'cancelled' && (answers?.missing ?? 0) > 0 && (
        <Badge color="coral">{m.ticket_answers_missing_badge({ count: answers!.missing })}</Badge>
      )}
      {(answers?.sensitive ?? 0) > 0 && <Badge color="grape">{m.registrations_has_sensitive()}</Badge>}
      {isTest && <Badge color="gray">{m.club_payment_test()}</Badge>}
    </Group>
  )
}

/** `0–17`, `18+` */
const agesOf = ({ min, max }: { min: number | null; max: number | null }) =>
  max === null ? `${min}+` : `${min ?? 0}–${max}`
