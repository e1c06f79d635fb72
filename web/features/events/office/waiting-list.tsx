import { Badge, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type OfficeWish, officeWaiting } from '#contract/events/waiting.ts'
import { call } from '#web/api/client.ts'
import { pagesAfter } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useReload } from '#web/api/use-call.ts'
import { MessageButton } from '#web/features/notifications/club-messages/message-button.tsx'
import type { Audience } from '#web/features/notifications/club-messages/message-dialog.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { waitingSection } from '#web/paths.ts'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { Textarea } from '#web/ui/fields/text-field.tsx'
import { LinkTarget } from '#web/ui/link-target.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { countsOf, waitingProblemWords, wishWords } from '../waiting/wishes.ts'
import type { EventOfClub } from './registration-queries.ts'

const waitingListQuery = (event: EventOfClub) =>
  pagesAfter([...queryKeys.events, 'office', event.orgId, 'waiting', event.eventId], officeWaiting.list, event)

interface Props {
  readonly event: EventOfClub
  readonly mayWrite: boolean
  readonly mayMessage: boolean
}

/** Those who wait as those who read a message. */
const waitingOf = (event: EventOfClub, chosen: { readonly wishIds: string[] } | { readonly all: true }): Audience => ({
  title: m.waiting_message(),
  place: `${event.eventId} waiting`,
  chosen,
  preview: (as, signal) => call(officeWaiting.previewMessage, { ...event, ...chosen, ...as }, { signal }),
  send: (message) => call(officeWaiting.message, { ...event, ...chosen, ...message }),
})

/** Who waits for places at an event, why not yet, and what more places would do. Nothing where nobody waits. */
export function WaitingList({ event, mayWrite, mayMessage }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const pages = useInfiniteQuery(waitingListQuery(event))
  const [asking, setAsking] = useState<{ wish: OfficeWish; what: 'offer' | 'remove' } | null>(null)
  if (pages.error && !pages.data) return <QueryError query={pages} />
  const [first] = pages.data?.pages ?? []
  if (!first || (first.total.wishes === 0 && !asking)) return null
  const rows = pages.data!.pages.flatMap(({ wishes }) => wishes)
  const stillChosen = rows.map(({ id }) => id).filter((id) => chosen.includes(id))
  return (
    <LinkTarget name={waitingSection}>
      <Panel
        title={m.waiting_title()}
        subtitle={m.waiting_count(countsOf(first.total))}
        actions={
          mayMessage && (
            <MessageButton
              label={
                stillChosen.length > 0 ? m.waiting_message_chosen({ count: stillChosen.length }) : m.waiting_message()
              }
              audience={waitingOf(event, stillChosen.length > 0 ? { wishIds: stillChosen } : { all: true })}
            />
          )
        }
      >
        <Stack gap="md">
          {first.more.length > 0 && (
            <List size="sm">
              {first.more.map(({ categoryName, places, wishes }) => (
                <List.Item key={`${categoryName} ${places}`}>
                  {m.office_waiting_more({
                    places,
                    category: categoryName,
                    wishes: countsOf({ wishes, people: 0 }).wishes,
                  })}
                </List.Item>
              ))}
            </List>
          )}
          <div>
            <Rows>
              {rows.map((wish) => (
                <WishRow
                  key={wish.id}
                  {...{ event, wish, mayMessage }}
                  isChosen={chosen.includes(wish.id)}
                  onChoose={(is) =>
                    setChosen((before) => (is ? [...before, wish.id] : before.filter((id) => id !== wish.id)))
                  }
                  onAsk={mayWrite ? (what) => setAsking({ wish, what }) : null}
                />
              ))}
            </Rows>
            <ShowMore pages={pages} rowsOf={({ wishes }) => wishes} />
          </div>
        </Stack>
        {asking && <WishDialog {...asking} event={event} onClose={() => setAsking(null)} />}
      </Panel>
    </LinkTarget>
  )
}

interface RowProps extends Omit<Props, 'mayWrite'> {
  readonly wish: OfficeWish
  readonly isChosen: boolean
  readonly onChoose: (chosen: boolean) => void
  /** Null: the reader changes nothing. */
  readonly onAsk: ((what: 'offer' | 'remove') => void) | null
}

function WishRow({ event, wish, mayMessage, isChosen, onChoose, onAsk }: RowProps) {
  const { buyer, joinedAt, people, whyNot, fits, least } = wish
  return (
    <Row
      data-list-row
      tabIndex={-1}
      title={buyer}
      picture={
        mayMessage && (
          <Checkbox
            aria-label={m.waiting_message_choose({ name: buyer })}
            checked={isChosen}
            onChange={({ currentTarget: { checked } }) => onChoose(checked)}
          />
        )
      }
      aside={
        <Group gap="xs">
          {mayMessage && (
            <MessageButton
              label={m.waiting_message_one()}
              name={m.waiting_message_named({ name: buyer })}
              audience={waitingOf(event, { wishIds: [wish.id] })}
            />
          )}
          {onAsk && whyNot !== 'offered' && fits >= least && fits > 0 && (
            <Button
              variant="light"
              aria-label={m.office_waiting_offer_named({ name: buyer })}
              onClick={() => onAsk('offer')}
            >
              {m.office_waiting_offer()}
            </Button>
          )}
          {onAsk && (
            <Button
              variant="default"
              aria-label={m.office_waiting_remove_named({ name: buyer })}
              onClick={() => onAsk('remove')}
            >
              {m.office_waiting_remove()}
            </Button>
          )}
        </Group>
      }
    >
      <Text size="sm">{wishWords(wish)}</Text>
      <Text size="sm" c="dimmed">
        {m.office_waiting_since({ since: formatDateTime(joinedAt) })}
      </Text>
      <Group gap="4px 8px">
        <Badge color={whyNot === 'offered' || whyNot === 'next' ? 'teal' : 'gray'}>{whyWords(wish)}</Badge>
      </Group>
      {people
        .filter(({ problem }) => problem !== null)
        .map((person) => (
          <Text key={person.memberId} size="sm" c="dimmed">
            {waitingProblemWords(person)}
          </Text>
        ))}
    </Row>
  )
}

const whyWords = ({ whyNot, fits, least, offeredUntil }: OfficeWish): string =>
  ({
    offered: () => m.waiting_offered_until({ until: offeredUntil ? formatDateTime(offeredUntil) : '' }),
    next: m.office_waiting_next,
    no_place: m.office_waiting_no_place,
    too_few: () => m.office_waiting_too_few({ fits, least }),
    not_eligible: m.office_waiting_not_eligible,
  })[whyNot]()

interface DialogProps {
  readonly event: EventOfClub
  readonly wish: OfficeWish
  readonly what: 'offer' | 'remove'
  readonly onClose: () => void
}

/** Asks for the reason, which the history keeps. */
function WishDialog({ event, wish, what, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const reload = useReload(queryKeys.events)
  const isOffer = what === 'offer'
  const work = useMutation({
    mutationFn: () =>
      call(isOffer ? officeWaiting.offer : officeWaiting.remove, { ...event, wishId: wish.id, reason: reason.trim() }),
    onSuccess: () => {
      showToast({ message: isOffer ? m.office_waiting_offered() : m.office_waiting_removed() })
      onClose()
    },
    onSettled: reload,
  })
  return (
    <FormDialog
      title={
        isOffer
          ? m.office_waiting_offer_title({ name: wish.buyer })
          : m.office_waiting_remove_title({ name: wish.buyer })
      }
      confirm={isOffer ? m.office_waiting_offer() : m.office_waiting_remove()}
      danger={!isOffer}
      error={work.error}
      busy={work.isPending}
      disabled={reason.trim() === ''}
      onSubmit={() => work.mutate()}
      onClose={onClose}
    >
      <Text>{isOffer ? m.office_waiting_offer_text() : m.office_waiting_remove_text()}</Text>
      <Textarea
        label={m.office_waiting_reason()}
        value={reason}
        limit={500}
        autosize
        minRows={2}
        required
        data-autofocus
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  )
}
