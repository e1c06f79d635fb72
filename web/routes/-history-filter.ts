import { HistoryThing } from '#contract/office-history.ts'
import type { HistoryFilter } from '#web/features/office/queries.ts'

/** The filter of a history in the address, without what is none. */
export function historyFilterOf(search: Record<string, unknown>): HistoryFilter {
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
