import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import type { MessageDraft } from './message-draft.ts'
import type { FileCalls } from './queries.ts'
import type { Draft } from './use-draft.ts'

/** Sends what a draft holds by then; throws what refuses it. */
type Send = (outgoing: MessageDraft) => Promise<unknown>

/**
 * Sends a draft once at a time. What was sent is gone from it then, what was typed meanwhile is not; what is refused stays, and
 * whoever has left hears of it in a toast.
 * @param detach forgets one of its files
 * @param stays values of it that the next one begins with
 */
export function useSending(draft: Draft, detach: FileCalls['detach'], stays: readonly string[] = []) {
  const gone = useIsUnmounted()
  /** A second click comes before anything is drawn. */
  const busy = useRef(false)
  /** The server has lost one of them, and does not say which: all are chosen again, and it need not keep the others. */
  const forgetFiles = () => {
    const { files } = draft.latest()
    draft.change(() => ({ files: [] }))
    for (const { id } of files) void detach?.(id).catch(() => undefined)
  }
  const sending = useMutation({
    mutationFn: async (send: Send) => {
      const outgoing = draft.latest()
      await send(outgoing)
      draft.settle(
        outgoing,
        Object.fromEntries(stays.flatMap((name) => (outgoing.values[name] ? [[name, outgoing.values[name]]] : []))),
      )
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'attachment_not_found') forgetFiles()
      if (gone.current) showToast({ type: 'error', message: m.composer_failed_away({ problem: problemText(error) }) })
    },
    onSettled: () => {
      busy.current = false
    },
  })
  return {
    sending,
    mutate: (send: Send) => {
      if (busy.current) return
      busy.current = true
      sending.mutate(send)
    },
  }
}
