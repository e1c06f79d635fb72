import { createFileRoute, useSearch } from '@tanstack/react-router'
import { LocalTime } from '#contract/fields.ts'
import { PreviewViewer } from '#contract/events/preview.ts'
import { Id } from '#contract/values.ts'
import { prefetch } from '#web/api/query-client.ts'
import { EventPreviewPage } from '#web/features/events/office/event-preview.tsx'
import { editedEventQuery, type PreviewLook } from '#web/features/events/office/queries.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'
import { eventCrumb, eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/$eventId_/preview')({
  loader: async ({ params: { orgKey, eventId } }) => {
    requireId(eventId)
    await prefetch(editedEventQuery((await clubOfOffice(orgKey)).id, eventId))
  },
  component: PreviewPage,
  staticData: { name: 'officeEventPreview', title: m.event_preview_title, crumbs: [eventsCrumb, eventCrumb] },
})

function PreviewPage() {
  const { eventId } = Route.useParams()
  const { club, can } = useOffice()
  const look = lookOf(useSearch({ strict: false }))
  const go = useNavigateTo()
  return (
    <EventPreviewPage
      key={eventId}
      club={club}
      eventId={eventId}
      mayFind={can('events.write')}
      look={look}
      onLook={({ as, age, person, at }) =>
        void go(paths.officeEventPreview(club.key, eventId, { as, age: age?.toString(), person, at }), {
          replace: true,
          stay: true,
        })
      }
    />
  )
}

/** Who looks and when, as the address says. */
function lookOf({ as, age, person, at }: Record<string, unknown>): PreviewLook {
  const years = Number(age ?? Number.NaN)
  return {
    as: PreviewViewer.safeParse(as).data ?? 'guest',
    age: Number.isInteger(years) && years >= 0 && years <= 120 ? years : undefined,
    person: Id.safeParse(person).data,
    at: LocalTime.safeParse(at).data,
  }
}
