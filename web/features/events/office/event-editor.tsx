import { Alert, Badge, Group, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBan, IconEye } from '#web/ui/icons/index.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import type { EditedEvent } from '#contract/events/office.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { useOpened } from '#web/forms/edited-form.ts'
import { LeaveGuard } from '#web/forms/leave-guard.tsx'
import { readersText } from '#web/parts/local-text.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { isEventNotFound } from '../public-queries.ts'
import { EditorBar } from './editor-bar.tsx'
import { useEventForm, type EventClub } from './event-form.ts'
import { editorTabOf, tabOfPath, type EditorTab, type ShownProblem } from './event-words.ts'
import { badgeWords, timesOf } from './listed-words.ts'
import { editedEventQuery } from './queries.ts'
import { EventGone, EventTitle } from './listed-event.tsx'
import { WhatTab } from './what-tab.tsx'
import { WhenTab } from './when-tab.tsx'
import { WhoTab } from './who-tab.tsx'

// Most events do not repeat.
const SeriesBanner = lazy(async () => ({ default: (await import('./series-banner.tsx')).SeriesBanner }))
const PricesTab = lazy(async () => ({ default: (await import('./prices-tab.tsx')).PricesTab }))
const QuestionsTab = lazy(async () => ({ default: (await import('./questions-tab.tsx')).QuestionsTab }))

/** Tabs that have a page of their own, what is beside the title, and below the message to guests of a cancelled event. */
type Part = 'people' | 'money' | 'actions' | 'cancellation'

interface PageProps {
  readonly club: EventClub
  readonly eventId: string
  readonly mayWrite: boolean
  readonly tab: unknown
  readonly onTab: (tab: EditorTab) => void
  readonly parts?: Readonly<Record<Part, (event: EditedEvent) => ReactNode>>
}

export function EventEditorPage({ club, eventId, ...props }: PageProps) {
  const query = useQuery(editedEventQuery(club.id, eventId))
  const loaded = useOpened(query)
  if (isEventNotFound(query.error)) return <EventGone orgKey={club.key} />
  if (!loaded) return <NotLoaded query={query} rows={4} height={160} />
  return <EventEditor {...props} club={club} loaded={loaded} event={query.data ?? loaded} />
}

const tabWords: Readonly<Record<EditorTab, () => string>> = {
  what: m.event_edit_tab_what,
  when: m.event_when_where,
  who: m.event_edit_tab_who,
  prices: m.event_edit_tab_prices,
  questions: m.event_edit_tab_questions,
  people: m.event_edit_tab_people,
  money: m.event_edit_tab_money,
}

interface Props extends Omit<PageProps, 'eventId'> {
  readonly loaded: EditedEvent
  readonly event: EditedEvent
}

function EventEditor({ club, loaded, event, mayWrite, tab: inAddress, onTab, parts }: Props) {
  const readOnly = !mayWrite || event.status === 'cancelled'
  const isDraft = event.status === 'draft'
  const goTo = (problem: ShownProblem) => {
    form.showAll()
    onTab(tabOfPath(problem.path))
    focusPath(problem.path)
  }
  const form = useEventForm({ club, loaded, event, readOnly, onProblem: (problem) => goTo(problem) })
  const { state, editor } = form
  const tab = editorTabOf(inAddress)
  const isForm = tab !== 'people' && tab !== 'money'
  const badge = badgeWords[event.badge]
  return (
    <Stack gap="lg">
      <LeaveGuard dirty={state.isUnsaved} hasSections />
      <PageHeader
        title={<EventTitle event={event.fields} />}
        subtitle={
          <Group component="span" gap="4px 12px">
            <Badge color={badge.color}>{badge.label()}</Badge>
            {whenWords(timesOf(event.fields), 'dated')}
          </Group>
        }
        actions={parts?.actions(event)}
      />
      {event.status === 'cancelled' ? (
        <Alert color="red" icon={<IconBan />} title={m.event_edit_cancelled_title()}>
          <span style={{ whiteSpace: 'pre-wrap' }} data-own-words>
            {event.cancelTexts && readersText(event.cancelTexts)}
          </span>
          <br />
          {m.event_edit_cancelled()}
          {parts?.cancellation(event)}
        </Alert>
      ) : (
        readOnly && (
          <Alert color="fjord" icon={<IconEye />}>
            {m.event_edit_reading()}
          </Alert>
        )
      )}
      {event.series && isForm && (
        <Suspense>
          <SeriesBanner
            {...{ club, readOnly }}
            scope={form.scope}
            event={{ ...event, series: event.series }}
            onScope={form.setScope}
            onTaken={form.takeChange}
          />
        </Suspense>
      )}
      <Tabs value={tab} onChange={(value) => onTab(editorTabOf(value))} keepMounted={false}>
        <TabRow selected={tab}>
          {Object.entries(tabWords).map(([one, words]) => (
            <Tabs.Tab key={one} value={one}>
              {words()}
            </Tabs.Tab>
          ))}
        </TabRow>
        <form
          noValidate
          aria-label={m.event_edit_form()}
          onSubmit={(submit) => (submit.preventDefault(), form.onSave())}
        >
          <fieldset role="presentation" disabled={readOnly} style={{ minInlineSize: 0 }}>
            <Tabs.Panel value="what">
              <WhatTab {...editor} />
            </Tabs.Panel>
            <Tabs.Panel value="when">
              <WhenTab {...editor} />
            </Tabs.Panel>
            <Tabs.Panel value="who">
              <WhoTab {...editor} />
            </Tabs.Panel>
            <Tabs.Panel value="prices">
              <Suspense fallback={<SkeletonList rows={3} height={160} />}>
                <PricesTab {...editor} mayWrite={mayWrite} />
              </Suspense>
            </Tabs.Panel>
          </fieldset>
          {/* Readers press its preview. */}
          <Tabs.Panel value="questions">
            <Suspense fallback={<SkeletonList rows={2} height={160} />}>
              <QuestionsTab {...editor} readOnly={readOnly} />
            </Suspense>
          </Tabs.Panel>
        </form>
        <Tabs.Panel value="people">{parts?.people(event)}</Tabs.Panel>
        <Tabs.Panel value="money">{parts?.money(event)}</Tabs.Panel>
      </Tabs>
      {!readOnly && (isForm || isDraft || state.dirty) && (
        <EditorBar {...{ club, event }} form={form} still={!isForm} onProblem={goTo} />
      )}
    </Stack>
  )
}

/** Focuses a field once its tab is open. */
function focusPath(path: string, frames = 60): void {
  requestAnimationFrame(() => {
    const place = [...document.querySelectorAll<HTMLElement>('[data-path]')].find(
      (one) => one.dataset.path === path && one.checkVisibility(),
    )
    const focusable = 'input, textarea, select, button'
    const field = place?.matches(focusable) ? place : place?.querySelector<HTMLElement>(focusable)
    if (!field) return void (frames > 0 && focusPath(path, frames - 1))
    field.focus()
    field.scrollIntoView({ block: 'center' })
  })
}
