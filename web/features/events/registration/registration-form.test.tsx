import { QueryClient, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventDetail } from '#contract/events/answers.ts'
import type { Question } from '#contract/events/questions.ts'
import type { Member } from '#contract/members/members.ts'
import { type SessionState, useSessionState } from '#web/api/session/session.ts'
import { drawPage } from '#web/test-draw.tsx'
import { overwriteGetLocale } from '#words/runtime.js'
import { newQuestion, questionOf } from '../office/question-values.ts'
import { eventQuery } from '../queries.ts'
import { RegistrationForm } from './registration-form.tsx'

const idOf = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`
const eventId = idOf(9)
const nobody = { lastName: 'Holm', phone: '', gender: '', address: null, updateDate: '2026-11-29T12:00:00Z', can: {} }
const member = (id: string, firstName: string) => ({ ...nobody, id, firstName }) as Member
const anna = member(idOf(1), 'Anna')
const price = { minor: 0, currency: 'DKK' }
const swims: Question = {
  ...questionOf({ ...newQuestion(), labelDa: 'Kan svømme' }),
  condition: { age: { min: null, max: 15 } },
}
let family: { member: Member; age: number }[]

const answers: Record<string, () => unknown> = {
  item: () => ({
    id: eventId,
    orgId: 'club',
    orgKey: 'ROKLUB',
    asks: true,
    onePerPerson: true,
    places: { left: null },
    gates: [],
    categories: [{ category: 'all', name: 'All', price, minAge: null, maxAge: null, membersOnly: false }],
    people: family.map(({ member: { id, firstName } }) => ({
      memberId: id,
      name: firstName,
      isCaller: id === anna.id,
      entries: [],
      choices: [{ category: 'all', price, priceKind: 'standard', memberOffer: null, gates: [] }],
    })),
  }),
  questions: () => ({
    questions: [swims],
    people: family.map(({ member: { id }, age }) => ({ memberId: id, age, last: {} })),
  }),
  quote: () => ({ lines: [], total: price, coupon: null }),
}

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  family = [{ member: anna, age: 40 }]
  localStorage.clear()
  useSessionState.setState({ status: 'signed-in', member: anna, self: anna } as SessionState)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const path = new URL(address).pathname
    if (!path.endsWith('/participant/item')) return Response.json(answers[path.split('/').at(-1)!]?.() ?? [])
    const ella = member(idOf(2), 'Ella')
    family = [...family, { member: ella, age: 9 }]
    return Response.json(ella)
  })
})
afterEach(cleanup)

function Page() {
  const { data } = useQuery(eventQuery(eventId))
  return data && <RegistrationForm event={data} />
}

test('whoever is added in the form is asked by their age, and other events are read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  const other = eventQuery(idOf(8)).queryKey
  client.setQueryData(other, {} as EventDetail)
  drawPage(Page, { client })
  fireEvent.click(await screen.findByRole('button', { name: 'Add participant' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^First name/), { target: { value: 'Ella' } })
  fireEvent.change(within(dialog).getByLabelText(/^Date of birth/), { target: { value: '2019-02-03' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add participant' }))
  await screen.findByRole('group', { name: /Ella/ })
  expect(screen.getByLabelText(/Kan svømme/)).toBeTruthy()
  expect(client.getQueryState(other)?.isInvalidated).toBe(true)
})

test('whose age decides the price is asked for the birth date, and moves to the category for that age', async () => {
  const person = { ...anna, dateOfBirth: null, can: { edit: true } } as unknown as Member
  useSessionState.setState({ status: 'signed-in', member: person, self: person } as SessionState)
  let gates = [{ code: 'birth_date_missing' }]
  const plain = answers['item']!
  answers['item'] = () => {
    const event = plain() as EventDetail
    const [all] = event.categories
    const [one] = event.people
    return {
      ...event,
      asks: false,
      categories: [all, { ...all, category: 'adult', name: 'Adult, a bed', minAge: 18 }],
      people: [{ ...one, choices: [one!.choices[0], { ...one!.choices[0], category: 'adult', gates }] }],
    }
  }
  const get = fetch
  vi.stubGlobal('fetch', async (address: string | URL, sent?: RequestInit) => {
    if (!new URL(address).pathname.endsWith('/member/item')) return get(address, sent)
    gates = []
    return Response.json({ ...person, dateOfBirth: '1985-05-14' })
  })
  drawPage(Page, { client: new QueryClient() })
  const category = await screen.findByRole('combobox', { name: /Anna/ })
  // Whoever is alone is chosen already, in the one category that has no age.
  expect(category).toHaveProperty('value', 'all')
  const birthDate = screen.getByLabelText('Your date of birth')
  fireEvent.change(birthDate, { target: { value: '1985-05-14' } })
  fireEvent.blur(birthDate)
  await vi.waitFor(() => expect(category).toHaveProperty('value', 'adult'))
  answers['item'] = plain
})

test('that a registration is under way is said in a place that was there before', async () => {
  // Another tab with this basket is faster.
  Object.assign(navigator, { locks: { request: () => new Promise(() => undefined) } })
  drawPage(Page, { client: new QueryClient() })
  // Whoever is alone is chosen already.
  fireEvent.click(await screen.findByRole('checkbox', { name: /^I agree/ }))
  const submit = await screen.findByRole('button', { name: 'Register for free' })
  const places = screen.getAllByRole('status')
  fireEvent.click(submit)
  await vi.waitFor(() => expect(places.map(({ textContent }) => textContent)).toContain('Registering…'))
})
