import { useState } from 'react'

/**
 * The text of a field that also stands in the address, which follows later or not at every letter. What is typed stays
 * until the address changes by another way: back, or all filters cleared.
 */
export function useTyped(inAddress: string) {
  const [typed, type] = useState(inAddress)
  const [known, setKnown] = useState(inAddress)
  /** What was last sent to the address, which may not say it yet. */
  const [sent, send] = useState(inAddress)
  if (inAddress !== known) {
    setKnown(inAddress)
    send(inAddress)
    if (inAddress !== sent) type(inAddress)
  }
  return { typed, type, sent, send }
}
