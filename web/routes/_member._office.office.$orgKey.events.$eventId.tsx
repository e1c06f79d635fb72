import { Button, Stack } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { IconCalendarPlus, IconCopy } from '#web/ui/icons/index.ts'
import { lazy, Suspense, useState } from 'react'
import { prefetch } from '#web/api/query-client.ts'
import { CancelBanner } from '#web/features/events/office/cancel-banner.tsx'
import { EventEditorPage } from '#web/features/events/office/event-editor.tsx'
import { editedEventQuery } from '#web/features/events/office/queries.ts'
import { paths } from '#web/paths.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'
import { eventsCrumb } from './-office-crumbs.ts'

const RegistrationsTab = lazy(async () => ({
  default: (await import('#web/features/events/office/registrations-tab.tsx')).RegistrationsTab,
}))

const WaitingList = lazy(async () => ({
  default: (await import('#web/features/events/office/waiting-list.tsx')).WaitingList,
}))

const FiguresTab = lazy(async () => ({
  default: (await import('#web/features/events/office/figures-tab.tsx')).FiguresTab,
}))

const NewEvent = lazy(async () => ({
  default: (await import('#web/features/events/office/new-event.tsx')).NewEvent,
}))

const RepeatEvent = lazy(async () => ({
  default: (await import('#web/features/events/office/repeat-dialog.tsx')).RepeatEvent,
}))

const HistoryOfEvent = lazy(async () => ({
  default: (await import('#web/features/office/history.tsx')).HistoryOfEvent,
}))

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/$eventId')({
  // The event's title is the heading, which gets the focus.
  loader: async ({ params: { orgKey, eventId } }) => {
    requireId(eventId)
    await prefetch(editedEventQuery((await clubOfOffice(orgKey)).id, eventId))
  },
  component: EventPage,
  staticData: { name: 'officeEvent', title: m.event_edit_form, crumbs: [eventsCrumb] },
})

function EventPage() {
  const { eventId } = Route.useParams()
  const { club, can, readOnly } = useOffice()
  const { tab }: { tab?: unknown } = useSearch({ strict: false })
  const go = useNavigateTo()
  const [copying, setCopying] = useState(false)
  const [repeating, setRepeating] = useState(false)
  const mayWrite = can('events.write') && !readOnly
  return (
    <EventEditorPage
      key={eventId}
      club={club}
      eventId={eventId}
      mayWrite={mayWrite}
      tab={tab}
      onTab={(next) => void go(paths.officeEvent(club.key, eventId, { tab: next }), { replace: true, stay: true })}
      parts={{
        people: (event) => (
          <Suspense fallback={<SkeletonList rows={3} height={150} />}>
            <Stack gap={40}>
              <RegistrationsTab
                club={club}
                event={event}
                may={{
                  write: mayWrite,
                  make: can('events.write'),
                  mark: can('door') && !readOnly,
                  sensitive: can('sensitive.read'),
                  refund: can('money.refund') && !readOnly,
                  message: can('messages.send') && !readOnly,
                }}
              />
              <WaitingList
                event={{ orgId: club.id, eventId: event.id }}
                mayWrite={mayWrite}
                mayMessage={can('messages.send') && !readOnly && event.status === 'published'}
              />
            </Stack>
          </Suspense>
        ),
        cancellation: (event) => <CancelBanner club={club} eventId={event.id} />,
        money: (event) => (
          <Suspense fallback={<SkeletonList rows={3} height={150} />}>
            <Stack gap={40}>
              <FiguresTab club={club} event={event} />
              <HistoryOfEvent club={club} eventId={event.id} />
            </Stack>
          </Suspense>
        ),
        actions: (event) => (
          <>
            {mayWrite && (
              <Button
                variant="default"
                leftSection={<IconCopy size={18} stroke={1.7} />}
                onClick={() => setCopying(true)}
              >
                {m.office_events_duplicate()}
              </Button>
            )}
            {mayWrite && event.series === null && event.status !== 'cancelled' && (
              <Button
                variant="default"
                leftSection={<IconCalendarPlus size={18} stroke={1.7} />}
                onClick={() => setRepeating(true)}
              >
                {m.repeat_open()}
              </Button>
            )}
            {repeating && (
              <Suspense>
                <RepeatEvent club={club} event={event} onClose={() => setRepeating(false)} />
              </Suspense>
            )}
            {copying && (
              <Suspense>
                <NewEvent
                  club={club}
                  event={{ id: event.id, title: event.fields.title }}
                  onClose={() => setCopying(false)}
                />
              </Suspense>
            )}
          </>
        ),
      }}
    />
  )
}
