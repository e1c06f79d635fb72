import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventDetail, EventPerson, MembershipOffer } from '#contract/events/answers.ts'
import type { Answers } from '#contract/events/questions.ts'
import { questionsQuery } from '../questions/queries.ts'
import * as basket from './chosen.ts'
import { useQuote } from './quote.ts'
import { saveRegistration, openRegistration } from './registration-draft.ts'

interface State {
  readonly chosen: basket.Chosen
  readonly coupon: string
  readonly orderAnswers: Answers
  /** Places per category, selected before signing in, that fit nobody. */
  readonly missing: basket.PlaceCounts
  readonly agreed: boolean
}

/** Milliseconds for which an unused consent stays valid, as in a purchase of memberships. */
const consentLifetime = 60 * 60 * 1000

export type Registration = ReturnType<typeof useRegistration>

/**
 * A member's selection at an event, stored on every change, and its price.
 * @param preselectedId the person to preselect
 */
export function useRegistration(event: EventDetail, memberId: string, preselectedId: string | null) {
  const [{ chosen: stored, coupon, orderAnswers, missing, agreed }, setState] = useState(() =>
    begin(event, memberId, preselectedId),
  )
  // People may have registered elsewhere, or be out of reach.
  const chosen = basket.stillPossible(event, stored)
  const lines = basket.linesOf(event.id, chosen)
  const price = useQuote(lines, coupon)

  const cache = useQueryClient()
  /** Sensitive answers are in no browser's storage. */
  const isStored = (questionId: string) =>
    !cache
      .getQueryData(questionsQuery(event.id).queryKey)
      ?.questions.some(({ id, sensitive }) => id === questionId && sensitive)

  const change = (next: Partial<State>) => {
    setState((now) => ({ ...now, ...next }))
    saveRegistration(event.id, memberId, {
      chosen: mutable(next.chosen ?? chosen, isStored),
      coupon: next.coupon ?? coupon,
      orderAnswers: draftOf(next.orderAnswers ?? orderAnswers, isStored),
      wanted: next.missing ?? missing,
      agreedAt: (next.agreed ?? agreed) ? Date.now() : null,
    })
  }
  const choose = (next: basket.Chosen) => change({ chosen: next, missing: {} })

  return {
    chosen,
    lines,
    coupon,
    orderAnswers,
    missing,
    agreed,
    price,
    isRefused: price.quote !== null && !price.pending && price.quote.lines.some(({ refusal }) => refusal !== null),
    quotedAt: (index: number) => (price.quote ? basket.quotedFor(price.quote, lines, index) : undefined),
    isFull: lines.length >= basket.maxLines,
    tick: (person: EventPerson) => choose(basket.withPlace(chosen, event, person)),
    untick: (person: EventPerson) => choose(basket.withoutPerson(chosen, person.memberId)),
    /** Once the age is known: `before` was the best category until then. */
    refit: (person: EventPerson, before: string) => {
      const next = basket.withFitting(chosen, event, person, before)
      if (next !== chosen) choose(next)
    },
    removePlace: (index: number) => choose(basket.withoutPlace(chosen, index)),
    setCategory: (index: number, category: string) => choose(basket.withPart(chosen, index, { category })),
    setAnswers: (index: number, answers: Answers) => change({ chosen: basket.withPart(chosen, index, { answers }) }),
    setOrderAnswers: (answers: Answers) => change({ orderAnswers: answers }),
    join: (person: EventPerson, offer: MembershipOffer) => choose(basket.withMembership(chosen, event, person, offer)),
    leave: (memberOf: string) => choose(basket.withoutMembership(chosen, memberOf)),
    setCoupon: (code: string) => change({ coupon: code }),
    setAgreed: (given: boolean) => change({ agreed: given }),
    dropRefused: () => choose(basket.withoutRefused(chosen, price.quote?.lines ?? [])),
  }
}

function begin(event: EventDetail, memberId: string, preselectedId: string | null): State {
  const draft = openRegistration(event.id, memberId)
  const stored = basket.stillPossible(event, draft.chosen)
  const agreed = Date.now() - (draft.agreedAt ?? 0) < consentLifetime
  const started = {
    chosen: stored,
    coupon: draft.coupon,
    orderAnswers: draft.orderAnswers,
    missing: draft.wanted,
    agreed,
  }
  if (stored.places.length > 0) return started
  if (Object.keys(draft.wanted).length > 0) {
    const { chosen, missing } = basket.assignPlaces(event, draft.wanted)
    saveRegistration(event.id, memberId, { chosen: mutable(chosen, () => true), wanted: missing })
    return { ...started, chosen, missing }
  }
  const [only] = event.people
  const person =
    event.people.find((one) => one.memberId === preselectedId) ?? (event.people.length === 1 ? only : undefined)
  return person && !basket.hasTicket(person)
    ? { ...started, chosen: basket.withPlace(basket.nothingChosen, event, person) }
    : started
}

type IsStored = (questionId: string) => boolean

const mutable = ({ places, memberships }: basket.Chosen, isStored: IsStored) => ({
  places: places.map(({ answers, ...place }) => ({
    ...place,
    ...(answers && { answers: draftOf(answers, isStored) }),
  })),
  memberships: [...memberships],
})

const draftOf = (answers: Answers, isStored: IsStored) =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => isStored(id)))
