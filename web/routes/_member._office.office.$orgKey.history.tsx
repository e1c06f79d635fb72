import { createFileRoute, useSearch } from '@tanstack/react-router'
import { HistoryThing } from '#contract/office-history.ts'
import { OfficeHistoryPage } from '#web/features/office/history.tsx'
import type { HistoryFilter } from '#web/features/office/queries.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/history')({
  component: HistoryPage,
  staticData: { name: 'officeHistory', title: m.office_history },
})

function HistoryPage() {
  const { club } = useOffice()
  const go = useNavigateTo()
  const filter = filterOf(useSearch({ strict: false }))
  return (
    <OfficeHistoryPage
      key={club.id}
      club={club}
      filter={filter}
      onFilter={(next) => void go(paths.office(club.key, 'history', next), { replace: true, stay: true })}
    />
  )
}

/** The filter in the address, without what is none. */
function filterOf(search: Record<string, unknown>): HistoryFilter {
  const text = (name: string) => (typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined)
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text(name) ?? '') ? { [name]: text(name) } : {})
  const thing = HistoryThing.safeParse(text('thing'))
  const [actorId, thingId] = [text('actorId'), text('thingId')]
  return {
    ...(thing.success && { thing: thing.data }),
    ...(/^[\w-]{36}$/.test(actorId ?? '') && { actorId }),
    ...(/^[\w-]{1,60}$/.test(thingId ?? '') && { thingId }),
    ...day('from'),
    ...day('until'),
  }
}
