import { cutWithEllipsis } from '#contract/cut-text.ts'
import { useState } from 'react'
import { MOST_ATTACHMENTS } from '#contract/conversations/parts.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { MAX_BYTES, prepareImage } from '#web/ui/fields/prepare-image.ts'
import { useIsUnmounted } from '#web/ui/use-is-unmounted.ts'
import { m } from '#words/messages.js'
import type { FileCalls } from './queries.ts'
import type { Draft } from './message-draft.ts'

export interface Uploading {
  readonly key: number
  readonly name: string
  /** Progress, 0 to 1. */
  readonly share: number
}

export interface Files {
  readonly uploading: readonly Uploading[]
  /** One for each file that was refused. */
  readonly problems: readonly string[]
  readonly add: (chosen: readonly File[]) => void
  readonly remove: (id: string) => void
}

let count = 0

/** A draft's attachments. Each is uploaded when chosen; the server checks its type. */
export function useFiles(draft: Draft, calls: FileCalls): Files {
  const [uploading, setUploading] = useState<readonly Uploading[]>([])
  const [problems, setProblems] = useState<readonly (() => string)[]>([])
  const addProblem = (words: () => string) => setProblems((now) => [...now, words])
  const unmounted = useIsUnmounted()

  async function attach(file: File) {
    const key = (count += 1)
    const name = nameOf(file)
    setUploading((now) => [...now, { key, name, share: 0 }])
    try {
      const prepared = await sendable(file)
      if (typeof prepared === 'function') return addProblem(prepared)
      const attached = await calls.attach(prepared, prepared === file ? name : asJpeg(name), (share) =>
        setUploading((now) => now.map((one) => (one.key === key ? { ...one, share } : one))),
      )
      // In the draft even if the user has left the page.
      draft.change(({ files }) => ({ files: [...files, attached] }))
    } catch (error) {
      if (!unmounted.current) addProblem(() => `${name}: ${wordsFor(error)}`)
    } finally {
      setUploading((now) => now.filter((one) => one.key !== key))
    }
  }

  return {
    uploading,
    problems: problems.map((words) => words()),
    add(chosen) {
      if (chosen.length === 0) return
      setProblems([])
      const room = MOST_ATTACHMENTS - draft.files.length - uploading.length
      if (chosen.length > room) addProblem(() => m.problem_too_many_attachments())
      for (const file of chosen.slice(0, Math.max(0, room))) void attach(file)
    },
    remove(id) {
      setProblems([])
      draft.change(({ files }) => ({ files: files.filter((file) => file.id !== id) }))
      // Best effort: the server also deletes unsent files by itself.
      void calls.detach?.(id).catch(() => undefined)
    },
  }
}

/** The file, with images scaled down, or a function that returns the error text. */
async function sendable(file: File): Promise<Blob | (() => string)> {
  const tooLarge = () => m.attachment_too_large({ name: nameOf(file) })
  if (file.type.startsWith('image/') && !file.type.startsWith('image/svg')) {
    const prepared = await prepareImage(file)
    if ('blob' in prepared) return prepared.blob
    return prepared.refused === 'image_too_large' ? tooLarge : file
  }
  return file.size > MAX_BYTES ? tooLarge : file
}

/** This message has room: unsent files of other drafts use up the limit. */
const wordsFor = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'too_many_attachments'
    ? m.attachment_too_many_unsent()
    : problemText(error)

const MAX_NAME_LENGTH = 120

/** One line within the server's limit, with its extension. */
function nameOf({ name }: File): string {
  const line = name.replace(/\p{Cc}/gu, ' ').trim() || m.attachment_unnamed()
  const ending = /\.\w{1,10}$/.exec(line)?.[0] ?? ''
  return line.length > MAX_NAME_LENGTH ? `${cutWithEllipsis(line, MAX_NAME_LENGTH - ending.length)}${ending}` : line
}

const asJpeg = (name: string) => `${name.replace(/\.[^.]*$/, '')}.jpg`
