import { describe, expect, test } from 'vitest'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { htmlSkeleton, htmlText } from '#server/testing/mails/html-skeleton.ts'
import { composeMail, type MailContent } from './compose-mail.ts'

const foot = {
  portal: 'Klubportal',
  chooseUrl: 'https://portal.example/my-profile#messages',
  unsubscribeUrl: 'https://portal.example/unsubscribe?token=t',
}
const saying = (text: string, more: Partial<MailContent> = {}): MailContent => ({
  locale: 'en',
  sender: text,
  heading: text,
  preview: text,
  notice: text,
  paragraphs: [text, text],
  tables: [{ title: text, rows: [{ label: text, details: [text], value: text, strong: true }] }],
  steps: [{ title: text, text }],
  button: { label: text, url: 'https://portal.example/' },
  remarks: [text],
  why: text,
  ...more,
})

describe.each(Object.entries(hostileTexts))('%s', (_, text) => {
  test('is text and adds no element, attribute or line', async () => {
    const harmless = await composeMail(saying('Anna'), foot, null)
    const { html, text: plain } = await composeMail(saying(text), foot, null)
    expect(htmlSkeleton(html)).toEqual(htmlSkeleton(harmless.html))
    expect(plain.split('\n').filter((line) => !/^=+$/.test(line))).toHaveLength(
      harmless.text.split('\n').filter((line) => !/^=+$/.test(line)).length,
    )
    // Signs that steer the direction of text are gone; the rest is there.
    const shown = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u200f\u202e\u2066]/g, '')
    expect(htmlText(html)).toContain(shown)
    expect(plain).toContain(shown)
  })
})

const quoting = (text: string) => saying('Anna', { quotes: [text, text] })
const isBreak = (element: string) => /^BR\b/.test(element.trim())

describe.each(Object.entries(hostileTexts))('%s, in lines of a person', (_, text) => {
  test('keeps its lines, each marked as theirs, and is no markup', async () => {
    const harmless = await composeMail(quoting('Anna'), foot, null)
    const { html, text: plain } = await composeMail(quoting(`Dear all,\n${text}\n\nAnna`), foot, null)
    const skeleton = htmlSkeleton(html)
    expect(skeleton.filter((element) => !isBreak(element))).toEqual(htmlSkeleton(harmless.html))
    expect(skeleton.filter(isBreak).length).toBeGreaterThanOrEqual(2 * 3)
    expect(plain).toContain('\n\n> Dear all,\n> ')
    expect(plain).toContain('\n> \n> Anna\n\n')
    const [before, ...others] = plain.split('> Dear all,')
    for (const part of others)
      for (const line of part.split('\n\n')[0]!.split('\n').slice(1)) expect(line).toMatch(/^> /)
    expect(before).not.toContain('> ')
  })
})

test('declares its language and supports screen readers and dark colours', async () => {
  const { html } = await composeMail(saying('Anna', { locale: 'da' }), foot, null)
  expect(html).toMatch(/^<!DOCTYPE html><html[^>]* lang="da"/)
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toMatch(/<meta name="color-scheme" content="light dark"/)
  expect(htmlText(html)).toMatch(/^Anna/)
  // Nothing is fetched from anywhere when the mail is opened.
  expect(html).not.toMatch(/<img|url\(|@import|<link/)
})

test("a club's mail begins in its colour, with the logo that travels with it, or its initials where it has none", async () => {
  const { html } = await composeMail(saying('Anna'), foot, { colour: '#7d3a78', logo: 'cid:logo@club' })
  expect(html).toMatch(/<td[^>]*background-color:#7d3a78/)
  expect([...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src)).toEqual(['cid:logo@club'])
  expect(html).not.toMatch(/url\(|@import|<link/)
  const { html: plain } = await composeMail(saying('Anna Holm'), foot, { colour: '#7d3a78', logo: null })
  expect(plain).not.toContain('<img')
  expect(htmlText(plain)).toContain('AH')
})

test('no word is written in a way that only spam has', async () => {
  for (const face of [null, { colour: '#083f55', logo: null }]) {
    const { html } = await composeMail(saying('Anna'), foot, face)
    expect(html).toContain('display:none')
    expect(html).not.toMatch(/font-size:\s*0*[01](px|pt|;|")|opacity:\s*0|[";]color:\s*transparent/)
    const [, behind] = /<body style="[^"]*background-color:(#\w+)/.exec(html)!
    expect(html).not.toMatch(new RegExp(`[";]color:\\s*${behind}`))
  }
})

test('the plain text is complete, with links written out', async () => {
  const { text } = await composeMail(
    {
      locale: 'da',
      sender: 'Roskilde Roklub',
      heading: 'Tak, Anna',
      preview: 'Kun i listen',
      notice: 'Dette er en test',
      paragraphs: ['Vi har fået din betaling.'],
      tables: [{ title: 'Køb', rows: [{ label: 'Voksen 2026', details: ['Anna Holm'], value: '700,00 kr.' }] }],
      steps: [{ title: 'Først', text: 'Gør dette' }],
      button: { label: 'Se kvitteringen', url: 'https://portal.example/r' },
      remarks: ['Kun én gang.'],
      why: 'Du har købt noget.',
    },
    foot,
    null,
  )
  expect(text).toBe(`Roskilde Roklub

Tak, Anna
=========

! Dette er en test

Vi har fået din betaling.

Køb:
Voksen 2026: 700,00 kr.
  Anna Holm

1. Først
   Gør dette

Se kvitteringen:
https://portal.example/r

Kun én gang.

-- 
Du har købt noget.
Sendt af Klubportal

Vælg, hvilke beskeder du får:
https://portal.example/my-profile#messages

Afmeld den slags mails:
https://portal.example/unsubscribe?token=t
`)
})

test('a mail that must be sent has no unsubscribe link', async () => {
  const { html, text } = await composeMail(saying('Anna'), { ...foot, unsubscribeUrl: null }, null)
  expect(html + text).not.toMatch(/unsubscribe/i)
})
