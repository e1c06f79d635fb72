import { expect, test } from 'vitest'
import { ClubTextBody, clubTextPurposes } from '#contract/organisations/texts.ts'
import { parseMarkdown } from '#contract/markdown.ts'
import { gapIn, sampleText } from './sample-texts.ts'

const club = { name: 'Sejlklubben', address: 'Havnevej 1, 8680 Ry', email: 'post@sejl.example', cvr: '10150817' }

test.each(clubTextPurposes)('the sample of %s has the same parts in both languages, and the club in it', (purpose) => {
  const { da, en } = sampleText(purpose, club)
  const kinds = (text: string) => parseMarkdown(text).map(({ type }) => type)
  expect(kinds(da)).toEqual(kinds(en))
  for (const text of [da, en])
    for (const fact of Object.values(club)) expect(text, `${purpose} ${fact}`).toContain(fact)
  expect(ClubTextBody.safeParse({ purpose, text: { da, en }, version: 0 }).success).toBe(true)
})

test('gaps of a sample text are named until the club fills them in', () => {
  const { da, en } = sampleText('privacy', { ...club, address: '', cvr: '' })
  expect(gapIn(da)).toBe('[udfyld: adresse]')
  expect(gapIn(en)).toBe('[fill in: address]')
  expect(da).not.toContain('CVR')
  expect(gapIn(da.replaceAll(/\[udfyld: [^\]]+\]/g, 'svar'))).toBeNull()
  expect(gapIn('See [our rules](https://club.example) and [1].')).toBeNull()
})
