import { useEffect } from 'react'

const subjects = new Map<string, number>()

/** Marks something as visible on the page, so that news about it needs no toast. */
export function useOnScreen(subject: string | null): void {
  useEffect(() => {
    if (subject === null) return
    subjects.set(subject, (subjects.get(subject) ?? 0) + 1)
    return () => {
      subjects.set(subject, (subjects.get(subject) ?? 1) - 1)
    }
  }, [subject])
}

export const isOnScreen = (subject: string): boolean => (subjects.get(subject) ?? 0) > 0
