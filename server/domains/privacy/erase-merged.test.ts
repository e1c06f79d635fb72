import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { exports } from '#contract/exports.ts'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { inTransaction } from '#server/database/db.ts'
import { insertManagedPerson, joinClub } from '#server/domains/members/index.ts'
import { buildClub, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { codeOf, sharedApp } from '#server/testing/test-app.ts'
import { erasePerson } from './erase-person.ts'

test('a duplicate that was merged is in the export of the person who is kept, and is erased with them', async () => {
  const app = await sharedApp()
  const club = await buildClub(app)
  const chair = await signedIn(app, 'erik@example.com')
  const operator = await signedIn(app, 'super@example.com')
  await grantOffice(app, club, chair, ['chair'])
  const add = (phone: string) =>
    inTransaction(app.context.db, async (tx) => {
      const { id } = await insertManagedPerson(tx, { firstName: 'Ida', lastName: 'Holm', phone })
      await joinClub(tx, { orgId: club.id, memberIds: [id], source: 'added', managed: true })
      return id
    })
  const [keptId, goneId] = [await add('11111111'), await add('77777777')]
  const as = { as: chair.token }
  const { mergeId } = await app.call(personDuplicates.merge, { orgId: club.id, keptId, goneId, take: [] }, as)

  const asked = { memberId: keptId, reason: 'A letter' }
  await app.call(exports.ofPerson, asked, { as: operator.token })
  await app.runJobs()
  const { id: exportId } = (await app.call(exports.ofPersonState, { memberId: keptId }, { as: operator.token }))!
  const { bytes } = await app.call(exports.ofPersonFile, { memberId: keptId, exportId }, { as: operator.token })
  const data = JSON.parse(strFromU8(unzipSync(bytes)['data.json']!)) as { members: { phone: string }[] }
  expect(data.members.map(({ phone }) => phone).toSorted()).toEqual(['11111111', '77777777'])

  await inTransaction(app.context.db, (tx) => erasePerson(app.context.lineHandlers, tx, keptId))
  const rows = await app.database.sql('select first_name, phone from members where id = any($1)', [[keptId, goneId]])
  expect(rows).toEqual([0, 1].map(() => ({ first_name: 'Slettet', phone: '' })))
  const [merge] = await app.database.sql('select moved, also_held from person_merges where id = $1', [mergeId])
  expect(merge).toEqual({ moved: [], also_held: [] })
  expect(await codeOf(app.call(personDuplicates.undo, { orgId: club.id, mergeId }, as))).toBe('merge_not_undoable')
})
