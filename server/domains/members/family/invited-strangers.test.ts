import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { newId } from '#server/database/new-id.ts'
import { claimToken } from '../claim-account.ts'
import { type Person, signedIn } from '#server/testing/builders.ts'
import { familyCalls, forgetFamilies } from '#server/testing/family-calls.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(() => forgetFamilies(app))

const { invite, approve, end, bell, people } = familyCalls(() => app)

describe('somebody without an account', () => {
  const address = 'newcomer@example.com'

  test('gets a mail on how to get one, finds the invitation at their first sign-in, and answers it', async () => {
    const { id } = await invite(anna, address)
    await app.runJobs({ all: true })
    const mails = await mailsTo(app, address)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toMatch(/1\. Create an account[\s\S]*newcomer@example\.com[\s\S]*2\. Answer/)
    expect(mails[0]!.text).not.toMatch(/unsubscribe|#messages/)
    const nanna = await signedIn(app, address)
    expect(await bell(nanna)).toMatchObject([{ type: 'FAMILY_LINK_REQUEST', data: { invitationId: id } }])
    expect(await approve(nanna, id)).toMatchObject({ status: 'success' })
    expect(await people(anna)).toEqual([['Nanna', 'relative']])
    await signedIn(app, address)
    expect(await bell(nanna)).toEqual([])
  })

  test('gets one mail a day from one person, and five from everybody together', async () => {
    const stranger = 'nobody@nowhere.example'
    for (let times = 0; times < 3; times++) {
      const { id } = await invite(anna, stranger)
      await app.runJobs({ all: true })
      await end(anna, id)
    }
    const asked = () =>
      app.database.sql<{ member_id: null }>(`select member_id from messages where template = 'family-invited'`)
    expect(await asked()).toEqual([{ member_id: null }])
    await app.database.sql('truncate messages, rate_windows')
    await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
    for (const name of ['anna', 'bo', 'carla', 'dan', 'erik', 'super']) {
      await invite(await signedIn(app, `${name}@example.com`), 'another@nowhere.example')
      await app.runJobs({ all: true })
    }
    expect(await asked()).toHaveLength(5)
  })

  test('finds it also after claiming a profile by the mailed link', async () => {
    const claimed = 'unverified@example.com'
    const { id } = await invite(anna, claimed)
    const target = newId()
    await app.database.sql(`insert into members (id, first_name, last_name, email) values ($1, 'Ulla', 'Vest', $2)`, [
      target,
      claimed,
    ])
    const ulla = await signedIn(app, claimed)
    expect(await codeOf(approve(ulla, id))).toBe('not_found')
    const token = claimToken(app.context.secrets, target, new Date())
    await app.call(members.claim, { token }, { as: ulla.token })
    expect(await bell(ulla)).toMatchObject([{ data: { invitationId: id, inviteeId: target } }])
    expect(await approve(ulla, id)).toMatchObject({ status: 'success' })
    await app.database.sql('delete from member_identities where member_id = $1', [target])
    await app.database.sql('update members set email = null where id = $1', [target])
  })

  test('finds nothing with an unverified address', async () => {
    const { id } = await invite(anna, 'unverified@example.com')
    const ulla = await signedIn(app, 'unverified@example.com')
    expect(await bell(ulla)).toEqual([])
    expect(await codeOf(approve(ulla, id))).toBe('not_found')
  })
})
