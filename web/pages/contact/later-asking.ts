import { laterPart } from '#web/ui/loading/later-part.tsx'

/** A member's new question; whoever reads a thread does not need it. */
export const { ready: readyAsking, Part: LaterAsking } = laterPart(async () => (await import('./asking.tsx')).Asking)
