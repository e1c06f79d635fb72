import { useEffect, useEffectEvent, useRef } from 'react'
import type { OfficeThread } from '#contract/conversation-answers.ts'
import { useMarkRead } from './queries.ts'

/** Notes that a thread is read up to its newest message, while somebody looks at it; once for each message. */
export function useReadMark(orgId: string, thread: OfficeThread, newest: string | undefined): void {
  const { mutate } = useMarkRead(orgId, thread.id)
  const told = useRef<string>(undefined)
  const unread = thread.unread > 0
  const look = useEffectEvent((upTo: string) => {
    if (told.current === upTo || document.visibilityState !== 'visible') return
    told.current = upTo
    mutate(upTo, {
      onError: () => {
        // It stays unread; the next look says it again.
        told.current = undefined
      },
    })
  })
  useEffect(() => {
    if (!unread || !newest) return
    look(newest)
    const again = () => look(newest)
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [newest, unread])
}
