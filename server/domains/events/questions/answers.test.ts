import { beforeAll, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { type EditedEvent, type EventFields, officeEvents } from '#contract/events/office.ts'
import { deleteDueAnswers } from './delete-answers.ts'
import { questionAnswers } from '#contract/events/question-answers.ts'
import type { GivenAnswers, Question } from '#contract/events/questions.ts'
import { tickets } from '#contract/events/tickets.ts'
import { members } from '#contract/members/members.ts'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { imports } from '#contract/people/imports.ts'
import { personProfile } from '#contract/people/profile.ts'
import { addDays } from '#server/database/clock.ts'
import { buildClub, buildParticipant, type Club, linkedTo, type Person, signedIn } from '#server/testing/builders.ts'
import { type BuiltEvent, buildEvent, buildQuestions, questionOf } from '#server/testing/builders/event-builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let carla: Person
let office: Person
let club: Club
let child: string
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo, carla, office] = await Promise.all([
    signedIn(app, 'anna@example.com'),
    signedIn(app, 'bo@example.com'),
    signedIn(app, 'carla@example.com'),
    signedIn(app, 'all-clubs@example.com'),
  ])
  child = await buildParticipant(app, anna, 'Liv')
  club = await buildClub(app)
})

const options = ['bus', 'bil'].map((key) => ({ key, label: { da: key } }))
const travel = () => questionOf({ kind: 'choice', label: { da: 'Hvordan kommer I?' }, options, required: true })
const allergies = () =>
  questionOf({ kind: 'long_text', label: { da: 'Allergier?' }, sensitive: true, deleteDays: 30, required: true })

/** A free event that asks. */
async function asking(...questions: Question[]): Promise<BuiltEvent> {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await buildQuestions(app, event, questions)
  return event
}

/** @returns the ids of the tickets, by the person */
async function register(buyer: Person, event: BuiltEvent, answers: Readonly<Record<string, GivenAnswers>>) {
  const lines = Object.entries(answers).map(([memberId, given]) => ({ memberId, event, answers: given }))
  await prepare(app, buyer, lines)
  const rows = await app.database.sql<{ id: string; member: string }>(
    "select id, member_id as member from event_entries where event_id = $1 and status = 'paid'",
    [event.id],
  )
  return (memberId: string) => rows.find(({ member }) => member === memberId)!.id
}

const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) =>
      error instanceof ApiProblem && error.code === 'answers_invalid'
        ? error.body.errors!.map(({ path, message }) => `${path} ${message}`)
        : Promise.reject(error),
  )

const read = (person: Person, entryId: string) => app.call(questionAnswers.ofTicket, { entryId }, { as: person.token })
const save = (person: Person, entryId: string, answers: GivenAnswers) =>
  app.call(questionAnswers.save, { entryId, answers }, { as: person.token })
const missingAt = async (person: Person, entryId: string) =>
  (await app.call(tickets.item, { entryId }, { as: person.token })).answersMissing
const storedAt = (event: BuiltEvent) =>
  app.database.sql<{ value: unknown; encrypted: string | null }>(
    'select value, value_encrypted as encrypted from event_answers where event_id = $1',
    [event.id],
  )

test('required answers are asked of each person, and each fault has its path', async () => {
  const [how, sick, later] = [travel(), allergies(), questionOf({ required: true, when: 'later', until: '2049-01-01' })]
  const adult = questionOf({ required: true, condition: { age: { min: 18, max: null } } })
  const event = await asking(how, sick, later, adult)
  const given = {
    [anna.memberId]: { [how.id]: 'båd', [sick.id]: 'x'.repeat(10_000), [adult.id]: 'ja' },
    [child]: { [how.id]: 'bus' },
  }
  expect(await faultsOf(register(anna, event, given))).toEqual([
    `lines.0.answers.${how.id} option_gone`,
    `lines.0.answers.${sick.id} too_long`,
    `lines.1.answers.${sick.id} missing`,
  ])
  expect(await storedAt(event)).toEqual([])
  const ticketOf = await register(anna, event, {
    [anna.memberId]: { [how.id]: 'bil', [sick.id]: '<script>alert(1)</script>', [adult.id]: 'ja' },
    [child]: { [how.id]: 'bus', [sick.id]: 'Nødder\nog æg', [adult.id]: 'hidden' },
  })
  expect((await read(anna, ticketOf(anna.memberId))).answers[sick.id]).toBe('<script>alert(1)</script>')
  expect((await read(anna, ticketOf(child))).answers).toEqual({ [how.id]: 'bus', [sick.id]: 'Nødder\nog æg' })
  expect(await missingAt(anna, ticketOf(child))).toBe(1)
  expect(await missingAt(anna, ticketOf(anna.memberId))).toBe(1)
})

test('a sensitive answer is stored encrypted', async () => {
  const sick = allergies()
  const event = await asking(sick)
  await register(anna, event, { [anna.memberId]: { [sick.id]: 'Jordnødder' } })
  const [row] = await storedAt(event)
  expect(row).toMatchObject({ value: null, encrypted: expect.stringMatching(/^v2\./) as string })
  const dump = JSON.stringify(await app.database.sql('select to_jsonb(event_answers) from event_answers'))
  expect(dump).not.toContain('Jordnødder')
})

test("an order's own questions are asked once", async () => {
  const bus = questionOf({ scope: 'order', kind: 'number', label: { da: 'Pladser i bilen' }, required: true })
  const event = await asking(bus)
  expect(await faultsOf(register(anna, event, { [anna.memberId]: {}, [child]: { [bus.id]: 3 } }))).toEqual([
    `lines.0.answers.${bus.id} missing`,
  ])
  const ticketOf = await register(anna, event, { [anna.memberId]: { [bus.id]: 3 }, [child]: {} })
  const [first, second] = [ticketOf(anna.memberId), ticketOf(child)].toSorted()
  expect((await read(anna, first!)).answers).toEqual({ [bus.id]: 3 })
  expect((await read(anna, second!)).questions).toEqual([])
})

test("an order's own questions count with its first place", async () => {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }], onePerPerson: false })
  await buildQuestions(app, event, [questionOf({ scope: 'order', required: true, when: 'later', until: '2049-01-01' })])
  await prepare(
    app,
    anna,
    Array.from({ length: 8 }, () => ({ memberId: anna.memberId, event, answers: {} })),
  )
  const rows = await app.database.sql<{ missing: number }>(
    'select answers_missing as missing from event_entries where event_id = $1 order by id',
    [event.id],
  )
  expect(rows.map(({ missing }) => missing)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
})

test("when an order's first ticket is cancelled, the next one is asked its questions", async () => {
  const bus = questionOf({ scope: 'order', required: true, when: 'later', until: '2049-01-01' })
  const ticketOf = await register(anna, await asking(bus), { [anna.memberId]: {}, [child]: {} })
  const [first, second] = [ticketOf(anna.memberId), ticketOf(child)]
  expect([await missingAt(anna, first), await missingAt(anna, second)]).toEqual([1, 0])
  await app.call(tickets.cancel, { entryId: first }, { as: anna.token })
  expect(await missingAt(anna, second)).toBe(1)
  await save(anna, second, { [bus.id]: 'To' })
  expect(await missingAt(anna, second)).toBe(0)
})

test('answers change until their last day; blank, late and hidden ones', async () => {
  const [how, seat] = [travel(), questionOf({ label: { da: 'Sæde' } })]
  seat.condition = { question: how.id, in: ['bus'] }
  const late = questionOf({ until: '2020-01-01' })
  const event = await asking(how, seat, late)
  const ticketOf = await register(anna, event, { [child]: { [how.id]: 'bus', [seat.id]: 'foran' } })
  const entry = ticketOf(child)
  expect((await read(anna, entry)).closed).toEqual([late.id])
  expect(await faultsOf(save(anna, entry, { [late.id]: 'nu', [how.id]: null }))).toEqual([
    `answers.${late.id} too_late`,
    `answers.${how.id} missing`,
  ])
  expect((await read(anna, entry)).answers).toEqual({ [how.id]: 'bus', [seat.id]: 'foran' })
  expect((await save(anna, entry, { [how.id]: 'bil' })).answers).toEqual({ [how.id]: 'bil' })
  await app.database.sql("update events set starts_at = portal_now() - interval '1 hour' where id = $1", [event.id])
  expect(await faultsOf(save(anna, entry, { [how.id]: 'bus' }))).toEqual([`answers.${how.id} too_late`])
})

test("a child's guardians see its answers; a relative who bought a ticket does not see the guest's, nor does a stranger", async () => {
  const sick = allergies()
  const event = await asking(sick)
  await linkedTo(app, anna, bo)
  const ticketOf = await register(bo, event, {
    [anna.memberId]: { [sick.id]: 'Æg' },
    [child]: { [sick.id]: 'Mælk' },
  })
  expect((await read(bo, ticketOf(child))).answers).toEqual({ [sick.id]: 'Mælk' })
  expect((await read(anna, ticketOf(child))).answers).toEqual({ [sick.id]: 'Mælk' })
  expect(await read(bo, ticketOf(anna.memberId))).toMatchObject({ questions: [], answers: {} })
  await save(bo, ticketOf(anna.memberId), { [sick.id]: 'intet' })
  expect((await read(anna, ticketOf(anna.memberId))).answers).toEqual({ [sick.id]: 'Æg' })
  expect(await codeOf(read(carla, ticketOf(child)))).toBe('not_found')
  expect(await codeOf(save(carla, ticketOf(child), { [sick.id]: 'x' }))).toBe('not_found')
})

test("a relative's age is not shown: only of which ages the event asks the same", async () => {
  const pil = await buildParticipant(app, bo, 'Pil')
  await linkedTo(app, bo, carla)
  const born = (who: string, day: string | null) =>
    app.database.sql('update members set date_of_birth = $1 where id = $2', [day, who])
  await Promise.all([born(bo.memberId, '1986-03-01'), born(pil, '2016-03-01')])
  const ofAge = (min: number | null, max: number | null) => questionOf({ condition: { age: { min, max } } })
  const [plain, byAge] = [await asking(questionOf({})), await asking(ofAge(null, 17), ofAge(18, null), ofAge(90, null))]
  const agesOf = async (event: BuiltEvent) => {
    const { people } = await app.call(questionAnswers.toAsk, { eventId: event.id }, { as: carla.token })
    return [bo.memberId, pil].map((id) => people.find(({ memberId }) => memberId === id)!.age)
  }
  const ticketOf = await register(carla, byAge, { [bo.memberId]: {}, [pil]: {} })
  const { age } = await read(bo, ticketOf(pil))
  expect(age).toBeGreaterThan(8)
  expect(await agesOf(plain)).toEqual([null, age])
  expect(await agesOf(byAge)).toEqual([18, age])
  expect((await read(carla, ticketOf(bo.memberId))).age).toBeNull()
  expect((await read(carla, ticketOf(pil))).age).toBe(age)
  await born(bo.memberId, null)
})

test('a ticket counts what its reader can still answer', async () => {
  const later = { required: true, when: 'later', until: '2049-01-01' } as const
  const event = await asking(
    questionOf(later),
    questionOf({ ...later, scope: 'order' }),
    questionOf({ ...later, until: '2020-01-01' }),
  )
  await linkedTo(app, anna, carla)
  const ticketOf = await register(anna, event, { [carla.memberId]: {}, [child]: {}, [anna.memberId]: {} })
  const ofOrder = 1
  const ofPerson = 1
  expect(await missingAt(anna, ticketOf(carla.memberId))).toBe(ofOrder)
  expect(await missingAt(carla, ticketOf(carla.memberId))).toBe(ofPerson)
  for (const memberId of [child, anna.memberId]) expect(await missingAt(anna, ticketOf(memberId))).toBe(ofPerson)
})

test('what was answered last time is offered for the same question', async () => {
  const [how, sick] = [travel(), allergies()]
  const before = await asking(how, sick)
  const [leo, ida] = [await buildParticipant(app, anna, 'Leo'), await buildParticipant(app, anna, 'Ida')]
  await register(anna, before, { [leo]: { [how.id]: 'bus', [sick.id]: 'Støv' } })
  const [again, other, gone] = [allergies(), questionOf({ label: { da: 'Andet' } }), travel()]
  gone.options = gone.options.slice(1)
  const event = await asking(again, other, gone)
  expect(await app.call(events.item, { eventId: event.id }, { as: anna.token })).toMatchObject({ asks: true })
  const { people, questions } = await app.call(questionAnswers.toAsk, { eventId: event.id }, { as: anna.token })
  expect(questions.map(({ id }) => id)).toEqual([again.id, other.id, gone.id])
  expect(people.find(({ memberId }) => memberId === leo)!.last).toEqual({ [again.id]: 'Støv' })
  expect(people.find(({ memberId }) => memberId === ida)!.last).toEqual({})
})

test('a sensitive answer is not offered for a question that is not sensitive', async () => {
  const [sick, before] = [allergies(), await buildParticipant(app, anna, 'Uno')]
  await register(anna, await asking(sick), { [before]: { [sick.id]: 'Støv' } })
  const open = { ...allergies(), sensitive: false }
  const { people } = await app.call(questionAnswers.toAsk, { eventId: (await asking(open)).id }, { as: anna.token })
  expect(people.find(({ memberId }) => memberId === before)!.last).toEqual({})
})

test('an event without questions says nothing of them', async () => {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  const ticketOf = await register(anna, event, { [anna.memberId]: {} })
  expect(await app.call(events.item, { eventId: event.id }, { as: anna.token })).not.toHaveProperty('asks')
  expect(await missingAt(anna, ticketOf(anna.memberId))).toBeUndefined()
})

const changed = (event: EditedEvent, questions: Question[], rest: Partial<EventFields> = {}) =>
  app.call(
    officeEvents.save,
    { ...event.fields, ...rest, questions, orgId: club.id, eventId: event.id, version: event.version },
    { as: office.token },
  )
const edited = (event: BuiltEvent) =>
  app.call(officeEvents.item, { orgId: club.id, eventId: event.id }, { as: office.token })

test('a required question added after sales waits for those who hold tickets', async () => {
  const how = travel()
  const event = await asking(how)
  const ticketOf = await register(anna, event, { [child]: { [how.id]: 'bus' } })
  const added = questionOf({ required: true, label: { da: 'Størrelse på T-shirt' } })
  await changed(await edited(event), [how, added])
  expect(await missingAt(anna, ticketOf(child))).toBe(1)
  await save(anna, ticketOf(child), { [added.id]: 'M' })
  expect(await missingAt(anna, ticketOf(child))).toBe(0)
})

test('a question of an age follows the birth date, whoever changes it, and the day of the event', async () => {
  const adult = questionOf({ required: true, condition: { age: { min: 18, max: null } } })
  const event = await asking(adult)
  const siv = await buildParticipant(app, anna, 'Siv')
  const ticketOf = await register(anna, event, { [siv]: {} })
  const missing = () => missingAt(anna, ticketOf(siv))
  expect(await missing()).toBe(0)

  const email = `siv.${club.key.toLowerCase()}@example.org`
  await app.database.sql('update members set email = $2 where id = $1', [siv, email])
  await app.database.sql('update club_people set managed = true where member_id = $1', [siv])
  const of = { orgId: club.id, memberId: siv }
  const byImport = async () => {
    const bytes = new TextEncoder().encode(`Navn;E-mail;Født\nSiv Holm;${email};01-02-2001\n`)
    const { id, version } = await app.call(
      imports.upload,
      { orgId: club.id, fileName: 'a.csv', bytes },
      { as: office.token },
    )
    const which = { orgId: club.id, importId: id }
    await app.call(imports.check, { ...which, version }, { as: office.token })
    await app.runJobs()
    const checked = await app.call(imports.show, which, { as: office.token })
    await app.call(imports.run, { ...which, version: checked.version }, { as: office.token })
    await app.runJobs()
    return app.call(imports.show, which, { as: office.token })
  }
  const done = await byImport()
  expect(await missing()).toBe(1)
  await app.call(imports.undo, { orgId: club.id, importId: done.id, version: done.version }, { as: office.token })
  await app.runJobs()
  expect(await missing()).toBe(0)

  const { fields, version } = await app.call(personProfile.show, of, { as: office.token })
  await app.call(personProfile.save, { ...of, ...fields, version, dateOfBirth: '2001-02-01' }, { as: office.token })
  expect(await missing()).toBe(1)

  await app.database.sql('update club_people set managed = false where member_id = $1', [siv])
  const { email: _, ...suggested } = fields
  const wanted = { ...of, ...suggested, dateOfBirth: '2025-01-01', note: '' }
  const { suggestion } = await app.call(personProfile.suggest, wanted, { as: office.token })
  const answer = { suggestionId: suggestion!.id, accepted: ['dateOfBirth' as const] }
  await app.call(personProfile.answer, answer, { as: anna.token })
  expect(await missing()).toBe(0)

  const now = await edited(event)
  const day = now.fields.startsAt.slice(0, 10)
  const profile = {
    id: siv,
    firstName: 'Siv',
    lastName: 'Holm',
    phone: '',
    gender: '',
    language: null,
    address: null,
  }
  const born = `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
  await app.call(members.update, { ...profile, dateOfBirth: born } as never, { as: anna.token })
  expect(await missing()).toBe(1)

  const earlier = (at: string) => `${addDays(at.slice(0, 10), -1)}${at.slice(10)}`
  const { startsAt, endsAt } = now.fields
  await changed(now, [adult], { startsAt: earlier(startsAt), endsAt: endsAt && earlier(endsAt) })
  expect(await missing()).toBe(0)
})

test('open questions of an age are counted anew when two people are merged, and when that is undone', async () => {
  const event = await asking(questionOf({ required: true, condition: { age: { min: 18, max: null } } }))
  const [ida, twin] = [await buildParticipant(app, anna, 'Ida'), await buildParticipant(app, anna, 'Ida')]
  await register(anna, event, { [ida]: {} })
  await app.database.sql('update members set parent_id = null where id = any($1)', [[ida, twin]])
  await app.database.sql(`update members set date_of_birth = '2001-02-01' where id = $1`, [twin])
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) values ($1, $2, '2026-01-01', 'added')`,
    [club.id, twin],
  )
  const missing = () =>
    app.database.sql('select answers_missing as missing from event_entries where event_id = $1', [event.id])
  const merge = { orgId: club.id, keptId: twin, goneId: ida, take: [] }
  const { mergeId } = await app.call(personDuplicates.merge, merge, { as: office.token })
  expect(await missing()).toEqual([{ missing: 1 }])
  await app.call(personDuplicates.undo, { orgId: club.id, mergeId }, { as: office.token })
  expect(await missing()).toEqual([{ missing: 0 }])
})

test('a question with answers keeps its kind and what was chosen, and can only become sensitive', async () => {
  const [how, sick] = [travel(), questionOf({ label: { da: 'Allergier' } })]
  const event = await asking(how, sick)
  await register(anna, event, { [child]: { [how.id]: 'bus', [sick.id]: 'Hø' } })
  const problemsOf = (work: Promise<unknown>) =>
    work.then(
      () => [],
      (error: unknown) => (error as ApiProblem).body.errors!.map(({ path, message }) => `${path} ${message}`),
    )
  const now = await edited(event)
  expect(
    await problemsOf(changed(now, [{ ...how, options: [options[1]!, { key: 'tog', label: { da: 'Tog' } }] }, sick])),
  ).toEqual(['questions.0.options question_option_chosen'])
  expect(await problemsOf(changed(now, [how, { ...sick, kind: 'date' }]))).toEqual([
    'questions.1.kind question_answered',
  ])
  const hidden = { ...sick, sensitive: true, purpose: { da: 'Til køkkenet' } }
  const after = await changed(now, [how, hidden])
  expect((await storedAt(event)).map(({ value }) => value)).toEqual(expect.arrayContaining([null, 'bus']))
  expect(JSON.stringify(await storedAt(event))).not.toContain('Hø')
  expect(await problemsOf(changed(after, [how, sick]))).toEqual(['questions.1.sensitive question_answered'])
})

test('a sensitive question with answers gets fewer readers, and no more of them', async () => {
  const sick = { ...allergies(), readers: ['trainer' as const] }
  const event = await asking(sick)
  await register(anna, event, { [child]: { [sick.id]: 'Hø' } })
  const now = await edited(event)
  await expect(changed(now, [{ ...sick, readers: ['trainer', 'event_manager'] }])).rejects.toMatchObject({
    body: { errors: [{ path: 'questions.0.readers', message: 'question_answered' }] },
  })
  const fewer = await changed(now, [{ ...sick, readers: [] }])
  await expect(changed(fewer, [sick])).rejects.toMatchObject({ body: { errors: [{ path: 'questions.0.readers' }] } })
})

test('a sensitive question with answers is kept for fewer days, and no longer', async () => {
  const sick = { ...allergies(), deleteDays: 30 }
  const event = await asking(sick)
  await register(anna, event, { [child]: { [sick.id]: 'Hø' } })
  const now = await edited(event)
  await expect(changed(now, [{ ...sick, deleteDays: 31 }])).rejects.toMatchObject({
    body: { errors: [{ path: 'questions.0.deleteDays', message: 'question_answered' }] },
  })
  expect((await changed(now, [{ ...sick, deleteDays: 7 }])).fields.questions).toMatchObject([{ deleteDays: 7 }])
})

test('a sensitive question that was removed comes back as it was', async () => {
  const sick = allergies()
  const event = await asking(sick)
  await register(anna, event, { [child]: { [sick.id]: 'Hø' } })
  const without = await changed(await edited(event), [])
  await expect(changed(without, [{ ...sick, sensitive: false }])).rejects.toMatchObject({
    body: { errors: [{ path: 'questions.0.sensitive', message: 'question_answered' }] },
  })
  expect((await changed(without, [sick])).fields.questions).toMatchObject([{ id: sick.id, sensitive: true }])
})

test('a question that depends on an answered sensitive one cannot be added, nor become required', async () => {
  const sick = questionOf({
    kind: 'choice',
    label: { da: 'Allergi?' },
    options,
    sensitive: true,
    purpose: { da: 'Mad' },
  })
  const dependent = { ...allergies(), required: false, condition: { question: sick.id, in: ['bus'] } }
  const event = await asking(sick, dependent)
  await register(anna, event, { [child]: { [sick.id]: 'bus' } })
  const now = await edited(event)
  const faultsWith = (...questions: Question[]) =>
    changed(now, questions).then(
      () => [],
      (error: unknown) => (error as ApiProblem).body.errors!.map(({ path, message }) => `${path} ${message}`),
    )
  expect(await faultsWith(sick, { ...dependent, required: true })).toEqual([
    'questions.1.condition question_depends_on_answered',
  ])
  expect(await faultsWith(sick, dependent, { ...dependent, id: questionOf({}).id })).toEqual([
    'questions.2.condition question_depends_on_answered',
  ])
  expect(await faultsWith(sick, { ...dependent, help: { da: 'Kort' } })).toEqual([])
})

test('answers are deleted after their day and leave a count', async () => {
  const [how, sick] = [travel(), allergies()]
  const event = await asking(how, sick)
  await register(anna, event, {
    [anna.memberId]: { [how.id]: 'bus', [sick.id]: 'Æg' },
    [child]: { [how.id]: 'bil', [sick.id]: 'Mælk' },
  })
  const proof = () =>
    app.database.sql<{ sensitive: boolean; deleted: number }>(
      'select sensitive, deleted from event_answer_deletions where event_id = $1 order by deleted_at, sensitive',
      [event.id],
    )
  const ended = (days: number) =>
    app.database.sql(
      "update events set starts_at = portal_now() - make_interval(days => $2) - interval '2 hours', ends_at = portal_now() - make_interval(days => $2) where id = $1",
      [event.id, days],
    )
  await ended(29)
  await deleteDueAnswers(app.context.db)
  expect(await proof()).toEqual([])
  await ended(30)
  await deleteDueAnswers(app.context.db)
  expect(await proof()).toEqual([{ sensitive: true, deleted: 2 }])
  expect((await storedAt(event)).map(({ value }) => String(value)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'bil',
    'bus',
  ])
  await ended(730)
  await deleteDueAnswers(app.context.db)
  expect(await proof()).toEqual([
    { sensitive: true, deleted: 2 },
    { sensitive: false, deleted: 2 },
  ])
  expect(await storedAt(event)).toEqual([])
})

test('answers of a place that was never paid are deleted after two days', async () => {
  const how = travel()
  const event = await buildEvent(app, club)
  await buildQuestions(app, event, [how])
  await prepare(app, anna, [{ memberId: anna.memberId, event, answers: { [how.id]: 'bus' } }])
  await app.database.sql("update event_entries set status = 'released' where event_id = $1", [event.id])
  await deleteDueAnswers(app.context.db)
  expect(await storedAt(event)).toHaveLength(1)
  await app.database.sql(
    "update event_answers set answered_at = answered_at - interval '2 days 1 minute' where event_id = $1",
    [event.id],
  )
  await deleteDueAnswers(app.context.db)
  expect(await storedAt(event)).toEqual([])
})
