import { expect, test } from 'vitest'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { mailsTo, payInWindow, openWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { sharedApp } from '#server/testing/test-app.ts'

test('a reader of English finds no Danish name from payment to receipt, also after the club renames things', async () => {
  const app = await sharedApp()
  const club = await buildClub(app)
  const [season] = await app.database.sql<{ name: string }>(
    `update membership_configurations set name_texts = '{"da": "Voksen på dansk", "en": "Adult in English"}'
     where id = $1 returning name`,
    [club.season.id],
  )
  expect(season!.name).toBe('Voksen på dansk')
  const event = await buildEvent(app, club, {
    title: 'Kapsejlads på dansk',
    titleTexts: { da: 'Kapsejlads på dansk', en: 'Regatta in English' },
    categories: [{ category: 'adult', price: 0 }],
  })
  await app.database.sql(
    `update event_categories set name = 'Deltager på dansk', name_texts = '{"da": "Deltager på dansk", "en": "Sailor in English"}'
     where event_id = $1`,
    [event.id],
  )
  const anna = await signedIn(app, 'anna@example.com')
  const token = await prepare(app, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: anna.memberId, event },
  ])
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  await app.database.sql(`update membership_configurations set name_texts = '{"da": "Nyt på dansk"}' where id = $1`, [
    club.season.id,
  ])
  await app.runJobs({ all: true })
  const order = JSON.stringify(await stateOf(app, anna, token))
  const mail = (await mailsTo(app, 'anna@example.com')).find(({ from }) => from.includes(club.key))!
  for (const text of [order, mail.text]) {
    expect(text).toContain('Adult in English')
    expect(text).toContain('Regatta in English')
    expect(text).toContain('Sailor in English')
    expect(text).not.toContain('på dansk')
  }
  expect(JSON.stringify([mail.subject, mail.attachments])).not.toContain('dansk')
})
