import { useState } from 'react'
import * as z from 'zod/mini'
import { clubTemplates, membershipsOf, type ClubTemplate } from '#contract/organisations/templates.ts'
import { OfficeRole } from '#contract/office/scopes.ts'
import { MOST_PRICE } from '#contract/memberships/office.ts'
import { NewMembership } from '#contract/operator.ts'
import { yearOn } from '#contract/memberships/season-years.ts'
import { newToken } from '#web/api/client.ts'
import { defineDraft, useDraft, WEEK } from '#web/forms/drafts.ts'
import { useSession } from '#web/api/session/session.ts'
import { today } from '#web/ui/words/format.ts'
import { readAmount, typedAmount } from '#web/ui/words/typed-amount.ts'

/** Typed values of the five steps. The key at the card gateway is not part of them: it is never kept. */
const NewClubDraft = z.object({
  token: z.string(),
  step: z.int().check(z.minimum(0), z.maximum(4)),
  name: z.string(),
  key: z.string(),
  cvr: z.string(),
  contactEmail: z.string(),
  address: z.string(),
  city: z.string(),
  colour: z.string(),
  template: z.enum([...clubTemplates, 'none']),
  /** Prices in kroner; names and days as they are typed. */
  memberships: z.array(
    z.object({
      ...NewMembership.shape,
      name: z.string(),
      price: z.string(),
      startDate: z.string(),
      endDate: z.string(),
    }),
  ),
  people: z.array(z.object({ email: z.string(), role: OfficeRole })),
  /** A key was typed, which has to be typed again after a reload. */
  hasKey: z.boolean(),
})
export type NewClubDraft = z.infer<typeof NewClubDraft>

const fresh = (): NewClubDraft => ({
  token: newToken(),
  step: 0,
  name: '',
  key: '',
  cvr: '',
  contactEmail: '',
  address: '',
  city: '',
  colour: '',
  template: 'none',
  memberships: [],
  people: [{ email: '', role: 'chair' }],
  hasKey: false,
})

const newClubDraft = defineDraft({ key: 'new-club-draft', schema: NewClubDraft, lifetime: WEEK })

export function useNewClubDraft() {
  const [first] = useState(fresh)
  const { value: draft, save, clear } = useDraft(newClubDraft, 'new', first, useSession().member.id)
  return { draft, change: (changes: Partial<NewClubDraft>) => save({ ...draft, ...changes }), clear }
}

/** The memberships of a template, as the operator may type over them. */
export const proposedMemberships = (template: ClubTemplate): NewClubDraft['memberships'] =>
  membershipsOf(template, today()).map((one) => ({ ...one, price: typedAmount(one.price) }))

/** A typed price in øre; null for what is no price, or none that a membership may cost. */
export function priceOf(typed: string): number | null {
  const read = readAmount(typed)
  return read.kind === 'read' && read.minor <= MOST_PRICE ? read.minor : null
}

/** The fault of a membership's days, as typed; null for none. */
export function daysFault({ startDate, endDate }: NewClubDraft['memberships'][number]) {
  const isDay = (day: string) => /^20\d\d-\d\d-\d\d$/.test(day)
  if (!isDay(startDate)) return 'start'
  if (!isDay(endDate)) return 'end'
  if (endDate < startDate) return 'reversed'
  return endDate >= yearOn(yearOn(startDate)) ? 'long' : null
}
