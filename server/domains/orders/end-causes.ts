/** Why bought lines ended, as their status changes record it; read with `portal_end_cause()`, which knows the words of earlier versions. */
export const causes = {
  byHolder: 'cancelled by the holder',
  byOffice: 'refunded by the office',
  moved: 'event_moved',
} as const

/** Somebody ended it themselves, by the event's rule or because it was moved. */
export const isByPerson = (cause: string | null | undefined): boolean =>
  cause === causes.byHolder || cause === causes.moved
