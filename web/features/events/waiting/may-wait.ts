import type { EventDetail, EventPerson } from '#contract/events/answers.ts'

/** The categories in which somebody could have a place but for the number of places. */
export const categoriesFor = (event: EventDetail, person: EventPerson): EventDetail['categories'] =>
  event.categories.filter(({ category }) =>
    person.choices.some(
      (choice) => choice.category === category && choice.gates.every(({ code }) => code === 'event_sold_out'),
    ),
  )

/** Whether somebody of the family could wait: there are fewer places than people who may have one. */
export function mayWait(event: EventDetail): boolean {
  if (event.gates.some(({ code }) => code !== 'event_sold_out')) return false
  const people = event.people.filter((person) => categoriesFor(event, person).length > 0)
  return event.categories.some(({ category, places: { left } }) => {
    const wanted = people.filter((person) => categoriesFor(event, person).some((one) => one.category === category))
    return left !== null && left < wanted.length
  })
}
