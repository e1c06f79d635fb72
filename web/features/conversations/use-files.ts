import { useState } from 'react'
import { MOST_ATTACHMENTS } from '#contract/conversation-parts.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { MOST_BYTES, prepareImage } from '#web/ui/fields/prepare-image.ts'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import type { FileCalls } from './queries.ts'
import type { Draft } from './use-draft.ts'

/** A file that is being sent to the server. */
export interface Uploading {
  readonly key: number
  readonly name: string
  /** How much of it is sent, 0 to 1. */
  readonly share: number
}

export interface Files {
  readonly uploading: readonly Uploading[]
  /** What was wrong with those chosen last. */
  readonly problem: string | null
  readonly add: (chosen: readonly File[]) => void
  readonly remove: (id: string) => void
}

let count = 0

/** The files of a message on its way: each goes to the server as soon as it is chosen, which checks what it is. */
export function useFiles(draft: Draft, calls: FileCalls): Files {
  const [uploading, setUploading] = useState<readonly Uploading[]>([])
  const [problem, setProblem] = useState<(() => string) | null>(null)
  const gone = useIsUnmounted()

  async function take(file: File) {
    const key = (count += 1)
    const name = nameOf(file)
    setUploading((now) => [...now, { key, name, share: 0 }])
    try {
      const prepared = await sendable(file)
      if (typeof prepared === 'function') return setProblem(() => prepared)
      const attached = await calls.attach(prepared, prepared === file ? name : asJpeg(name), (share) =>
        setUploading((now) => now.map((one) => (one.key === key ? { ...one, share } : one))),
      )
      // Whoever left meanwhile finds it in the draft.
      draft.change(({ files }) => ({ files: [...files, attached] }))
    } catch (error) {
      if (!gone.current) setProblem(() => () => `${name}: ${wordsFor(error)}`)
    } finally {
      setUploading((now) => now.filter((one) => one.key !== key))
    }
  }

  return {
    uploading,
    problem: problem?.() ?? null,
    add(chosen) {
      if (chosen.length === 0) return
      setProblem(null)
      const room = MOST_ATTACHMENTS - draft.files.length - uploading.length
      if (chosen.length > room) setProblem(() => m.problem_too_many_attachments)
      for (const file of chosen.slice(0, Math.max(0, room))) void take(file)
    },
    remove(id) {
      setProblem(null)
      draft.change(({ files }) => ({ files: files.filter((file) => file.id !== id) }))
      // What is not sent the server forgets by itself, too.
      void calls.detach?.(id).catch(() => undefined)
    },
  }
}

/** The file, a picture made small enough, or the words for what is wrong. */
async function sendable(file: File): Promise<Blob | (() => string)> {
  const tooLarge = () => m.attachment_too_large({ name: nameOf(file) })
  if (file.type.startsWith('image/') && !file.type.startsWith('image/svg')) {
    const prepared = await prepareImage(file)
    if ('blob' in prepared) return prepared.blob
    return prepared.refused === 'image_too_large' ? tooLarge : file
  }
  return file.size > MOST_BYTES ? tooLarge : file
}

/** This message has room: what is too many lies with others. */
const wordsFor = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'too_many_attachments'
    ? m.attachment_too_many_unsent()
    : problemText(error)

const MOST_LETTERS = 120

/** In one line, and as long as the server takes; its end says what it is. */
function nameOf({ name }: File): string {
  const line = name.replace(/\p{Cc}/gu, ' ').trim() || m.attachment_unnamed()
  return line.length > MOST_LETTERS ? `${line.slice(0, 80)}…${line.slice(-30)}` : line
}

const asJpeg = (name: string) => `${name.replace(/\.[^.]*$/, '')}.jpg`
