import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import { onLanguageChange } from '#web/api/language.ts'

const kept = new Map<string, object>()

/** Carries what was typed over a change of language, which draws the page anew. `name` tells one form from another. */
export function useKeptValues<V extends object>(name: string, form: UseFormReturnType<V>): void {
  const keep = useEffectEvent(() => {
    if (form.isDirty()) kept.set(name, form.getValues())
  })
  const takeBack = useEffectEvent(() => {
    const values = kept.get(name)
    kept.delete(name)
    if (values) form.setValues(values)
  })
  useEffect(() => {
    takeBack()
    return onLanguageChange(() => keep())
  }, [])
}
