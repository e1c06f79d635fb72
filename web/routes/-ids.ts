import { notFound } from '@tanstack/react-router'
import { Id } from '#contract/values.ts'

/** An address whose id cannot be one is no page. */
export function requireId(id: string) {
  if (!Id.safeParse(id).success) throw notFound({ data: { invalidId: true } })
}
