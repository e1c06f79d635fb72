import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { SeriesPage } from '#web/features/events/office/series-page.tsx'
import { seriesQuery } from '#web/features/events/office/series-queries.ts'
import { m } from '#words/messages.js'
import { requireId } from './-addresses.ts'
import { clubOfOffice, useOffice } from './-office.tsx'
import { eventsCrumb } from './-office-crumbs.ts'

export const Route = createFileRoute('/_member/_office/office/$orgKey/events/series/$seriesId')({
  loader: async ({ params: { orgKey, seriesId } }) => {
    requireId(seriesId)
    await prefetch(seriesQuery((await clubOfOffice(orgKey)).id, seriesId))
  },
  component: OneSeriesPage,
  staticData: { name: 'officeEventSeries', title: m.series_title, crumbs: [eventsCrumb] },
})

function OneSeriesPage() {
  const { seriesId } = Route.useParams()
  const { club, can, readOnly } = useOffice()
  return <SeriesPage key={seriesId} {...{ club, seriesId }} mayWrite={can('events.write') && !readOnly} />
}
