/** What the tabs of one browser tell each other about who is signed in. */
export type SessionNews =
  | { readonly kind: 'signed-in'; readonly subject: string }
  /** `idle`: nothing happened for too long; otherwise the person signed out. */
  | { readonly kind: 'signed-out'; readonly idle: boolean }

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('portal.session') : null

const post = channel?.postMessage.bind(channel)

/** Tells the other tabs; this one does not hear it. */
export const tellTabs = (news: SessionNews) => post?.(news)

/** @returns what ends it */
export function hearTabs(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SessionNews>) => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
