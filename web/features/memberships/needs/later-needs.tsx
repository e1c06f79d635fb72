import { laterPart } from '#web/ui/loading/later-part.tsx'

/** What waits for the reader. */
export const { ready: readyNeeds, Part: LaterNeeds } = laterPart(
  async () => (await import('./family-needs.tsx')).FamilyNeeds,
  { optional: true },
)
