import { laterPart } from '#web/ui/loading/later-part.tsx'

/** A member's own thread on its page. */
export const { ready: readyThread, Part: LaterThread } = laterPart(
  async () => (await import('./page-thread.tsx')).PageThread,
)

/** The question of somebody who is not signed in; most who write are. */
export const { ready: readyVisitorContact, Part: LaterVisitorContact } = laterPart(
  async () => (await import('./visitors/visitor-contact.tsx')).VisitorContact,
)

/** The thread that the link of a mail opens. */
export const { ready: readyVisitorThread, Part: LaterVisitorThread } = laterPart(
  async () => (await import('./visitors/visitor-thread-panel.tsx')).VisitorThreadPanel,
)
