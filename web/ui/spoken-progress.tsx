import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useOnLanguageChange } from './language.tsx'

interface Props {
  /** How far it is. */
  readonly words: string
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
}

/** Reads aloud how far a long job is, once a quarter: its numbers change every second or two. */
export function SpokenProgress({ words, done, total }: Props) {
  const quarter = total === 0 ? -1 : Math.floor((4 * done) / total)
  const [said, setSaid] = useState({ quarter, words })
  useOnLanguageChange(() => setSaid({ quarter, words }))
  if (said.quarter !== quarter) setSaid({ quarter, words })
  return <VisuallyHidden role="status">{said.words}</VisuallyHidden>
}
