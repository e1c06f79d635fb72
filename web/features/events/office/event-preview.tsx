import { Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { EventPreview } from '#contract/events/preview.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import { objectUrlOf } from '#web/api/files.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { EventLayout, EventSkeleton } from '../event-layout.tsx'
import { EventForMembers, EventNotPublic } from '../event-not-public.tsx'
import { EventPeople } from '../event-people.tsx'
import { isEventNotFound } from '../public-queries.ts'
import { nextStepOf } from '../next-step.ts'
import { visitorStepOf } from '../visitor-step.ts'
import c from './event-editor.module.css'
import type { EventClub } from './event-form.ts'
import { EventGone } from './listed-event.tsx'
import { titleOf } from './listed-words.ts'
import { PreviewControls } from './preview-controls.tsx'
import { editedEventQuery, eventPreviewQuery, officePictureQuery, type PreviewLook } from './queries.ts'

interface Props {
  readonly club: EventClub
  readonly eventId: string
  /** Whether somebody of the club can be looked for by name. */
  readonly mayFind: boolean
  readonly look: PreviewLook
  readonly onLook: (look: PreviewLook) => void
}

/** An event's page as somebody else sees it, at any time; nothing on it can be pressed. */
export function EventPreviewPage({ club, eventId, mayFind, look, onLook }: Props) {
  const { data: edited, error } = useQuery(editedEventQuery(club.id, eventId))
  const preview = useQuery(eventPreviewQuery(club.id, eventId, look))
  const gone = [error, preview.error].some(isEventNotFound)
  if (gone || edited?.status === 'cancelled')
    return <EventGone orgKey={club.key} message={edited ? m.event_preview_none() : m.event_edit_gone()} />
  if (!edited) return error ? <QueryError query={preview} order={1} /> : <EventSkeleton />
  const shown = preview.data
  return (
    <Stack gap="lg">
      <PreviewControls
        {...{ club, mayFind, look, onLook }}
        event={edited}
        name={look.person && shown?.event?.people[0]?.name}
        at={shown?.at}
      />
      {shown ? (
        <ShownPage club={club} edited={edited} preview={shown} isVisitor={!look.person && look.as === 'visitor'} />
      ) : preview.error ? (
        <QueryError query={preview} order={1} />
      ) : (
        <EventSkeleton />
      )}
    </Stack>
  )
}

interface ShownProps {
  readonly club: EventClub
  readonly edited: EditedEvent
  readonly preview: EventPreview
  readonly isVisitor: boolean
}

function ShownPage({ club, edited, preview, isVisitor }: ShownProps) {
  const { data: picture } = useQuery(officePictureQuery(club.id, edited))
  const { event, refusal, at } = preview
  return (
    <Box className={c.previewed ?? ''} onClickCapture={stay}>
      {refusal?.code === 'event_members_only' && <EventForMembers problem={refusal} />}
      {refusal?.code === 'event_not_public' && <EventNotPublic problem={refusal} isVisitor={isVisitor} />}
      {event && (
        <EventLayout
          event={{ ...event, title: event.title || titleOf(edited.fields) }}
          step={{ ...(isVisitor ? visitorStepOf(event) : nextStepOf(event)), off: true }}
          preview={{ now: new Date(at), picture: picture ? objectUrlOf(picture) : null }}
        >
          <EventPeople event={event} />
        </EventLayout>
      )}
    </Box>
  )
}

/** Links and buttons of the page lead nowhere. */
function stay(press: MouseEvent): void {
  if (!(press.target instanceof Element) || !press.target.closest('a, button')) return
  press.preventDefault()
  press.stopPropagation()
  showToast({ message: m.event_preview_off() })
}
