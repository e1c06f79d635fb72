import { laterPart } from '#web/ui/loading/later-part.tsx'

/** Those with whom a family link is not approved; most families have answered. */
export const { ready: readyUnapproved, Part: UnapprovedPeople } = laterPart(
  async () => (await import('#web/features/members/family/unapproved-people.tsx')).UnapprovedPeople,
  { optional: true },
)

/** What is missing in a profile; most are complete. */
export const { ready: readyMissing, Part: MissingPanel } = laterPart(
  async () => (await import('#web/features/members/missing-panel.tsx')).MissingPanel,
)
