import { createFileRoute } from '@tanstack/react-router'
import { useOptimisticParam } from '#web/ui/use-optimistic-param.ts'
import { m } from '#words/messages.js'
import { SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { IconMessages } from '#web/ui/icons/index.ts'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { ThreadState } from '#contract/conversations/answers.ts'
import { useAddress } from '#web/ui/data-list/list-address.ts'
import { useListKeys } from '#web/ui/data-list/list-frame.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { AddressSearchField } from '#web/ui/fields/search-field.tsx'
import { useSession } from '#web/api/session/session.ts'
import { InboxList } from '#web/features/conversations/inbox/inbox-list.tsx'
import c from '#web/features/conversations/inbox/inbox.module.css'
import { OfficeThread } from '#web/features/conversations/inbox/office-thread.tsx'
import { type InboxFilter, inboxQuery } from '#web/features/conversations/inbox/queries.ts'
import { officeStateWords } from '#web/features/conversations/words.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useOffice } from './-office.tsx'

// Questions to a club, for its office.
export const Route = createFileRoute('/_member/_office/office/$orgKey/inbox')({
  component: InboxPage,
  staticData: { name: 'inbox', title: m.title_inbox },
})

interface Props {
  readonly club: { readonly id: string; readonly key: string; readonly name: string }
  /** Null shows the list on phones. */
  readonly threadId: string | null
  readonly memberId: string
}

const focusHeading = () => document.querySelector<HTMLElement>('[data-thread-heading]')?.focus()
const rowOf = (threadId: string) => document.querySelector<HTMLElement>(`[data-list-row="${CSS.escape(threadId)}"]`)

/** A club's threads beside the open one; phones show one or the other. Escape returns from a thread to its row. */
function Inbox({ club, threadId, memberId }: Props) {
  const { textOf, search, pathWith } = useAddress()
  const filter = { state: states.find((state) => state === textOf('state')) ?? 'open', q: search }
  const go = useNavigateTo()
  const pages = useInfiniteQuery({ ...inboxQuery(club.id, filter), placeholderData: keepPreviousData })
  const count = pages.data?.pages.flatMap(({ threads }) => threads).length
  const focusRequested = useRef(false)
  const consumeFocusRequest = () => {
    const requested = focusRequested.current
    focusRequested.current = false
    return requested
  }
  const listPath = pathWith({ thread: undefined })

  // Closing a thread returns focus to its place in the list.
  const lastThreadId = useRef(threadId)
  useEffect(() => {
    if (threadId === null && lastThreadId.current !== null)
      (rowOf(lastThreadId.current) ?? document.querySelector<HTMLElement>('#main h1'))?.focus()
    lastThreadId.current = threadId
  }, [threadId])

  const list = useRef<HTMLElement>(null)
  useListKeys(list)
  const threadArea = useRef<HTMLElement>(null)
  useEscape(threadArea, () => {
    if (threadId === null) return
    const row = rowOf(threadId)
    if (row?.checkVisibility()) row.focus()
    else void go(listPath, { stay: true })
  })
  return (
    <div className={c.desk} data-open={threadId !== null || undefined} data-surface>
      <section ref={list} className={c.index} aria-label={m.inbox_list()}>
        <InboxFilters filter={filter} counts={pages.data?.pages[0]?.counts} />
        <VisuallyHidden role="status">{count !== undefined && m.inbox_shown({ count })}</VisuallyHidden>
        <div className={c.rows}>
          <InboxList
            pages={pages}
            filter={filter}
            threadId={threadId}
            onOpen={(id) => {
              focusRequested.current = id !== threadId
              if (id === threadId) focusHeading()
            }}
          />
        </div>
      </section>
      <section ref={threadArea} className={c.reading} aria-label={m.inbox_conversation()}>
        {threadId === null ? (
          <Stack gap="xs" align="center" m="auto" p="lg" ta="center" c="dimmed">
            <IconMessages size={40} stroke={1.5} aria-hidden />
            {count !== 0 && (
              <>
                <Text inherit>{m.inbox_choose()}</Text>
                <Text fz={13} className={c.keys}>
                  {m.inbox_keys()}
                </Text>
              </>
            )}
          </Stack>
        ) : (
          <OfficeThread
            key={threadId}
            club={club}
            threadId={threadId}
            listPath={listPath}
            memberId={memberId}
            takesFocus={consumeFocusRequest}
          />
        )}
      </section>
    </div>
  )
}

/** Listens for Escape inside an element. Dialogs render elsewhere in the document, so their Escape does not count. */
function useEscape(area: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const element = area.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) escape()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [area])
}

interface InboxFiltersProps {
  readonly filter: InboxFilter
  readonly counts: Readonly<Record<ThreadState, number>> | undefined
}

const states = ['open', 'answered', 'closed', 'all'] as const

/** A larger count would leave no room for the label. */
const MAX_COUNT = 999

function stateLabel(state: (typeof states)[number], counts: InboxFiltersProps['counts']) {
  if (state === 'all') return m.inbox_state_all()
  const count = counts?.[state]
  const { label } = officeStateWords(state)
  return count === undefined ? label : `${label} ${count > MAX_COUNT ? `${MAX_COUNT}+` : count}`
}

function InboxFilters({ filter, counts }: InboxFiltersProps) {
  const { pathWith, change } = useAddress()
  const go = useNavigateTo()
  const [chosen, setChosen] = useOptimisticParam(filter.state, (state) =>
    go(pathWith({ state: state === 'open' ? undefined : state }), { stay: true }),
  )
  return (
    <Stack component="search" gap="sm" p="14px 14px 10px" aria-label={m.inbox_filter()}>
      <AddressSearchField
        label={m.inbox_search()}
        placeholder={m.inbox_search_hint()}
        value={filter.q}
        data-list-search
        onSearch={(q) => change({ q })}
      />
      <SegmentedControl
        aria-label={m.inbox_which()}
        data={states.map((state) => ({ value: state, label: stateLabel(state, counts) }))}
        value={chosen}
        onChange={setChosen}
        classNames={{ root: c.states ?? '' }}
        fullWidth
      />
    </Stack>
  )
}

function InboxPage() {
  const { member } = useSession()
  const { club } = useOffice()
  const threadId = useAddress().textOf('thread') ?? null
  return (
    <div className={c.page}>
      <div className={c.top} data-open={threadId !== null || undefined}>
        <PageHeader title={m.title_inbox()} />
      </div>
      <Inbox key={club.id} club={club} threadId={threadId} memberId={member.id} />
    </div>
  )
}
