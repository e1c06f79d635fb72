import { Button, Menu, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconCheck, IconMessages, IconPrinter, IconUserPlus, IconUsers } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { EditedEvent } from '#contract/events/office.ts'
import { registrationFilterFields, RegistrationSort, type RegistrationCounts } from '#contract/events/registrations.ts'
import { paths } from '#web/paths.ts'
import { whichWords } from '#web/parts/earlier-exports.tsx'
import { MessageButton } from '#web/features/notifications/club-messages/message-button.tsx'
import { ExportMenu } from '#web/parts/export-menu.tsx'
import { saveFile } from '#web/api/files.ts'
import { PagedList } from '#web/parts/paged-list.tsx'
import { showUndo, showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { readersText } from '#web/parts/local-text.tsx'
import type { ListSelection } from '#web/ui/data-list/data-list.tsx'
import { filterSentence } from '#web/ui/data-list/filter-sentence.ts'
import { useListState } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { getLocale } from '#words/runtime.js'
import { MoveRegistrations, RefundRegistrations } from './registration-dialogs.tsx'
import {
  exportRegistrations,
  allListed,
  guestsOf,
  registrationsQuery,
  useRegistrationChanges,
  type EventOfClub,
  type WhichRegistrations,
} from './registration-queries.ts'
import { AnswersDialog } from './answers-dialog.tsx'
import { SensitiveAnswers } from './sensitive-answers.tsx'
import { type Category, registrationFields } from './registration-words.ts'
import { columns } from './registration-columns.tsx'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly event: EditedEvent
  /** The user's permissions here. */
  readonly may: {
    readonly write: boolean
    /** They make events, also where nothing can be changed. */
    readonly make: boolean
    readonly mark: boolean
    readonly refund: boolean
    readonly message: boolean
    /** They read all sensitive answers. */
    readonly sensitive: boolean
  }
}

/** Everybody who has, holds or had a place at an event, and what the office does with them. */
export function RegistrationsTab({ club, event, may }: Props) {
  const list = useListState(registrationFilterFields, RegistrationSort.options as [RegistrationSort])
  const { state } = list
  const ofEvent: EventOfClub = { orgId: club.id, eventId: event.id }
  const pages = useInfiniteQuery(registrationsQuery(ofEvent, state))
  const categories = event.fields.categories.map(({ id, name }) => ({ id, name: readersText(name) }))
  const isOpen = (id: string) => event.fields.categories.some((one) => one.id === id && !one.closed)
  const open = categories.filter(({ id }) => isOpen(id))
  const { questions } = event.fields
  const readsSensitive = questions.some(
    ({ sensitive, readers }) => sensitive && (may.sensitive || (may.make && readers.includes('event_manager'))),
  )
  const fields = registrationFields(categories, questions, pages.data?.pages[0]?.wasMoved ?? false)
  const counts = pages.data?.pages[0]?.counts
  // Nobody comes before the day.
  const mark = may.mark && pages.data?.pages[0]?.dayHasCome === true
  return (
    <PagedList
      name="registrations"
      label={m.registrations_list()}
      pages={pages}
      rowsOf={({ people }) => people}
      columns={columns(mark && event.status === 'published' ? ofEvent : null, questions).filter(
        ({ name }) => name !== 'price' || counts?.income !== null,
      )}
      fields={fields}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      countWords={(count) => m.registrations_count({ count })}
      searchLabel={m.registrations_search()}
      {...list}
      summary={counts && <Summary counts={counts} />}
      tools={
        <>
          {may.write && event.status === 'published' && (
            <ButtonLink
              leftSection={<IconUserPlus size={18} stroke={1.7} />}
              to={paths.addByHand(club.key, { event: event.id })}
            >
              {m.registrations_add()}
            </ButtonLink>
          )}
          {may.message &&
            event.status === 'published' &&
            (counts?.paid ?? 0) + (counts?.free ?? 0) + (counts?.held ?? 0) > 0 && (
              <MessageButton
                label={m.guests_message()}
                audience={{
                  ...guestsOf(ofEvent, allListed(state)),
                  who: state.filter && filterSentence(state.filter, fields),
                }}
              />
            )}
          <ButtonLink
            variant="default"
            leftSection={<IconMessages size={18} stroke={1.7} />}
            to={paths.guestMessages(club.key, event.id)}
          >
            {m.guests_messages_see()}
          </ButtonLink>
          <PrintMenu ofEvent={ofEvent} which={state} sensitive={readsSensitive} />
          {readsSensitive && <SensitiveAnswers ofEvent={ofEvent} which={state} />}
          <ExportMenu
            label={m.export_list()}
            words={{
              says: (exported) => whichWords(exported, fields),
              countWords: (count) => m.registrations_count({ count }),
            }}
            {...exportRegistrations(ofEvent, state)}
          />
        </>
      }
      actions={(selection) => (
        <Actions
          {...{ ofEvent, event, selection, may: { ...may, mark } }}
          which={state}
          categories={open}
          owes={(counts?.toPayBack ?? 0) > 0}
        />
      )}
      empty={
        <EmptyState icon={<IconUsers size={40} stroke={1.5} />} title={m.registrations_empty_title()}>
          {m.registrations_empty()}
        </EmptyState>
      }
    />
  )
}

/** Sums of all that match. */
function Summary({ counts }: { counts: RegistrationCounts }) {
  const { paid, free, held, cancelled, present, toPayBack, income, elsewhere } = counts
  const facts = [
    m.registrations_sum_paid({ count: paid }),
    free > 0 && m.registrations_sum_free({ count: free }),
    held > 0 && m.registrations_sum_held({ count: held }),
    cancelled > 0 && m.registrations_sum_cancelled({ count: cancelled }),
    m.registrations_sum_present({ count: present }),
    income && m.registrations_sum_income({ amount: formatMoney(income) }),
    elsewhere && elsewhere.minor > 0 && m.registrations_sum_elsewhere({ amount: formatMoney(elsewhere) }),
    toPayBack > 0 && m.registrations_sum_refund_by_hand({ count: toPayBack }),
  ]
  return <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
}

interface ActionsProps {
  readonly event: EditedEvent
  readonly ofEvent: EventOfClub
  readonly which: WhichRegistrations
  readonly selection: ListSelection
  readonly categories: readonly Category[]
  readonly may: Props['may']
  /** Something listed is to be refunded by hand. */
  readonly owes: boolean
}

function Actions({ ofEvent, event, which, selection, categories, may, owes }: ActionsProps) {
  const { present, paidBack } = useRegistrationChanges(ofEvent)
  const [asking, setAsking] = useState<'move' | 'refund' | 'answers' | null>(null)
  const ids = 'ids' in selection ? selection.ids : undefined
  const chosen = ids ? { ids: [...ids] } : allListed(which)
  const count = 'ids' in selection ? selection.ids.length : selection.count
  const mark = (isPresent: boolean) =>
    whenDone(present.mutateAsync({ ...chosen, present: isPresent }), {
      onError: showFailure,
      onSuccess: ({ changed, ids: marked }) => {
        const words = isPresent ? m.registrations_marked : m.registrations_unmarked
        const message = words({ count: changed })
        if (changed === 0 || marked.length < changed) showToast({ message })
        else showUndo(message, () => present.mutateAsync({ ids: marked, present: !isPresent }))
      },
    })
  return (
    <>
      {may.mark && (
        <>
          <Button leftSection={<IconCheck size={16} />} loading={present.isPending} onClick={() => mark(true)}>
            {m.registrations_mark()}
          </Button>
          <Button variant="default" disabled={present.isPending} onClick={() => mark(false)}>
            {m.registrations_unmark()}
          </Button>
        </>
      )}
      {event.fields.questions.length > 0 && event.status === 'published' && ids?.length === 1 && (
        <Button variant="default" onClick={() => setAsking('answers')}>
          {m.registrations_answers()}
        </Button>
      )}
      {may.write && (
        <Button variant="default" onClick={() => setAsking('move')}>
          {m.registrations_move()}
        </Button>
      )}
      {may.message && event.status === 'published' && (
        <MessageButton label={m.guests_message()} audience={guestsOf(ofEvent, chosen)} />
      )}
      {may.refund && (
        <Button variant="default" onClick={() => setAsking('refund')}>
          {m.registrations_refund()}
        </Button>
      )}
      {may.refund && owes && (
        <Button
          variant="default"
          loading={paidBack.isPending}
          onClick={() =>
            whenDone(paidBack.mutateAsync(chosen), {
              onError: showFailure,
              onSuccess: ({ changed }) =>
                showToast({ message: m.registrations_refunded_by_hand_done({ count: changed }) }),
            })
          }
        >
          {m.registrations_refunded_by_hand()}
        </Button>
      )}
      <ExportMenu label={m.export_selected()} {...exportRegistrations(ofEvent, which, ids)} />
      {asking === 'answers' && ids && (
        <AnswersDialog ofEvent={ofEvent} entryId={ids[0]!} mayWrite={may.write} onClose={() => setAsking(null)} />
      )}
      {asking === 'move' && (
        <MoveRegistrations {...{ ofEvent, chosen, count, categories }} onClose={() => setAsking(null)} />
      )}
      {asking === 'refund' && <RefundRegistrations {...{ ofEvent, chosen, count }} onClose={() => setAsking(null)} />}
    </>
  )
}

/** Prints what is listed, by last name or by category. */
function PrintMenu({ ofEvent, which, sensitive }: Pick<ActionsProps, 'ofEvent' | 'which'> & { sensitive: boolean }) {
  const { print } = useRegistrationChanges(ofEvent)
  const start = (sort: 'name' | 'category', secret = false) =>
    whenDone(
      print.mutateAsync({ ...allListed(which), sort, language: getLocale(), ...(secret && { sensitive: true }) }),
      { onSuccess: saveFile, onError: showFailure },
    )
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" loading={print.isPending} leftSection={<IconPrinter size={18} stroke={1.7} />}>
          {m.registrations_print()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => start('name')}>{m.registrations_print_names()}</Menu.Item>
        <Menu.Item onClick={() => start('category')}>{m.registrations_print_categories()}</Menu.Item>
        {sensitive && <Menu.Item onClick={() => start('name', true)}>{m.registrations_print_sensitive()}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
