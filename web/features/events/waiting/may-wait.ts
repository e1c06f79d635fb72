import type { EventDetail, EventPerson } from '#contract/events/answers.ts'
import { bestFirst } from '../registration/chosen.ts'

/** The categories in which somebody could have a place but for the number of places, the best for them first. */
export function categoriesFor(event: EventDetail, person: EventPerson): EventDetail['categories'] {
  const better = bestFirst(event)
  return event.categories
    .filter(({ category }) =>
      person.choices.some(
        (choice) => choice.category === category && choice.gates.every(({ code }) => code === 'event_sold_out'),
      ),
    )
    .toSorted((one, other) => better(one.category, other.category))
}

/** Whether somebody of the family could wait: there are fewer places than people who may have one. */
export function mayWait(event: EventDetail): boolean {
  if (event.gates.some(({ code }) => code !== 'event_sold_out')) return false
  const people = event.people.filter((person) => categoriesFor(event, person).length > 0)
  return event.categories.some(({ category, places: { left } }) => {
    const wanted = people.filter((person) => categoriesFor(event, person).some((one) => one.category === category))
    return left !== null && left < wanted.length
  })
}
