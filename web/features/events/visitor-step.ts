import type { EventDetail } from '#contract/events/answers.ts'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import type { NextStep } from './next-step.ts'
import { requirementWords } from './requirement-words.ts'

type Offered = Pick<EventDetail, 'id' | 'orgId' | 'orgKey' | 'orgName' | 'timeZone' | 'gates' | 'places'>

/** A visitor's next step at an event: register, where they sign in at the last step, or see the club's other events. */
export function visitorStepOf(event: Offered): NextStep {
  const { id, orgId, orgKey, orgName, gates, places } = event
  const [rule] = gates
  if (rule) {
    const { text } = requirementWords(rule, { event })
    const elsewhere = { label: m.front_see_club({ club: orgName }), to: paths.organisation(orgId) }
    return rule.code === 'event_sale_not_started' ? { text } : { text, primary: elsewhere }
  }
  const left = places.left === null ? m.event_open_for_you() : m.event_places_left({ count: places.left })
  return { text: left, primary: { label: m.event_register(), to: paths.registerForEvent(orgKey, id) } }
}
