import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import type { MessageDraft } from './message-draft.ts'
import type { FileCalls } from './queries.ts'
import type { Draft } from './message-draft.ts'

type Send = (outgoing: MessageDraft) => Promise<unknown>

/**
 * Sends a draft, one attempt at a time. On success the sent content is removed and newer input stays. On failure the
 * draft stays, with a toast if the user has left the page.
 * @param detach deletes an attachment
 * @param carryOver fields whose values carry over to the next message
 */
export function useSending(draft: Draft, detach: FileCalls['detach'], carryOver: readonly string[] = []) {
  const unmounted = useIsUnmounted()
  /** A second click can come before the next render. */
  const busy = useRef(false)
  /** The server has lost an attachment but doesn't say which, so all must be chosen again. */
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
        Object.fromEntries(carryOver.flatMap((name) => (outgoing.values[name] ? [[name, outgoing.values[name]]] : []))),
      )
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'attachment_not_found') forgetFiles()
      if (unmounted.current)
        showToast({ type: 'error', message: m.composer_failed_away({ problem: problemText(error) }) })
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
