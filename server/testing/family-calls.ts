import { family } from '#contract/members/family.ts'
import { notifications, type Notification } from '#contract/notifications/notifications.ts'
import { type Person, signedIn } from './builders.ts'
import type { TestApp } from './test-app.ts'

/** The calls about family links, each by the person concerned. */
export function familyCalls(app: () => TestApp) {
  const as = (person: Person, language = 'en') => ({ as: person.token, headers: { 'accept-language': language } })
  return {
    invite: (inviter: Person, inviteeEmail: string) => app().call(family.invite, { inviteeEmail }, as(inviter)),
    approve: (person: Person, id: string, language?: string) =>
      app().call(family.approve, { id }, as(person, language)),
    reject: (person: Person, id: string) => app().call(family.reject, { id }, as(person)),
    end: (person: Person, id: string) => app().call(family.end, { id }, as(person)),
    sent: (person: Person, inviterEmail: string) => app().call(family.invitations, { inviterEmail }, as(person)),
    received: (person: Person, email: string) => app().call(family.invitations, { email }, as(person)),
    /** The notifications in their bell. */
    bell: async (person: Person): Promise<Notification[]> =>
      (await app().call(notifications.bell, {}, as(person))).newest,
    /** First names of the people they may act for, and why. */
    people: async (person: Person) =>
      (await app().call(family.people, {}, as(person))).map(({ member, as: how }) => [member.firstName, how]),
  }
}

/** The people of these tests, signed in. */
export async function annaBoAndCarla(app: TestApp): Promise<{ anna: Person; bo: Person; carla: Person }> {
  const [anna, bo, carla] = await Promise.all(
    ['anna@example.com', 'bo@example.com', 'carla@example.com'].map((email) => signedIn(app, email)),
  )
  return { anna: anna!, bo: bo!, carla: carla! }
}

/** Deletes all family links, notifications, messages and jobs. */
export async function forgetFamilies(app: TestApp): Promise<void> {
  await app.database.sql('truncate rate_windows, family_invitations, notifications, messages')
  await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
}
