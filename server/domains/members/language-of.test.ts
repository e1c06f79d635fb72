import { expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { sharedApp } from '#server/testing/test-app.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { languageOf } from './language-of.ts'

test.each([
  [{ language: 'en', usedLanguage: 'da' }, 'da', 'en'],
  [{ language: null, usedLanguage: 'en' }, 'da', 'en'],
  [{ language: null, usedLanguage: null }, 'en', 'en'],
  [{ language: null, usedLanguage: null }, undefined, 'da'],
  [null, null, 'da'],
] as const)('to %j with an order in %j the portal writes in %j', (member, order, language) => {
  expect(languageOf(member, order)).toBe(language)
})

test('a sign-in keeps the language that the portal is read in, and changes nothing else of the profile', async () => {
  const app = await sharedApp()
  const as = await app.signIn('newcomer@example.com')
  const signIn = async (language: string) =>
    (await app.call(members.signIn, {}, { as, headers: { 'accept-language': language } })).member
  const kept = () => app.database.sql('select language, used_language as used from members')

  const first = await signIn('en')
  expect(await kept()).toEqual([{ language: null, used: 'en' }])
  expect(await signIn('da-DK')).toEqual({ ...first, language: null })
  expect(await kept()).toEqual([{ language: null, used: 'da' }])

  await app.runJobs({ all: true })
  expect(await mailsTo(app, 'newcomer@example.com')).toMatchObject([{ subject: 'Velkommen til Klubportal' }])
})
