import { expect, test } from 'vitest'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { drawDocument, documentTheme, rule } from './page.ts'

const saying = async (text: string) =>
  readPdf(
    await drawDocument({ title: 'x', author: 'y', locale: 'da' }, (pdf) => {
      pdf.font(documentTheme.regular).text(text)
    }),
  ).text

test('the text of a document can be read and searched, whatever was drawn before', async () => {
  // Signs that are made of others.
  expect(await saying('"ÅÉÖå')).toBe('"ÅÉÖå')
  expect(await saying(`O'Neil A E O a ¨ ´`)).toBe(`O'NeilAEOa¨´`)
})

test('a document says its language, title and author, and what is read in which order', async () => {
  for (const locale of ['da', 'en'] as const) {
    const bytes = await drawDocument({ title: 'Kvittering for åbent hus', author: 'Løbeklubben', locale }, (pdf) => {
      pdf.font(documentTheme.bold)
      pdf.next = 'H1'
      pdf.text('Kvittering').text('Løbeklubben')
      rule(pdf)
      pdf.addPage().text('Side 2')
      pdf.figure('Kode', () => pdf.rect(0, 0, 9, 9).fill())
    })
    const { about, parts, unmarked } = readPdf(bytes)
    expect(about).toEqual({ lang: locale, title: 'Kvittering for åbent hus', author: 'Løbeklubben', showsTitle: true })
    expect(parts).toEqual(['Document', 'H1', 'P', 'P', 'Figure'])
    expect(unmarked).toBe(0)
  }
})

const names = [
  'Åse Østergård-Lærke',
  'Nguyễn Thị Hồng Ánh',
  'Łukasz Żółkiewski',
  'Παναγιώτης Αγγελόπουλος',
  'Юлія Шевченко-Їжакевич',
  'דוד בן־גוריון (דודי)',
  'محمد عبد الرحمن 42',
  'सुनीता श्रीवास्तव',
  'கிருஷ்ணன் முத்து',
  'สมชาย น้ำผึ้ง',
  '王小明',
  '張偉 張',
  '田中さくら タナカ',
  '김민준',
  'Anna 👩‍👩‍👧 Holm',
  'Bo 😀 ❤️ 🇩🇰',
  'Șerban Țîrlea ß ẞ İ ı',
]

test('names of every script are drawn with letters, in a document of at most 200 kB', async () => {
  const bytes = await drawDocument({ title: 'x', author: 'y', locale: 'da' }, (pdf) => {
    for (const face of [documentTheme.regular, documentTheme.bold])
      for (const name of names) pdf.font(face).fontSize(14).text(`${name}, Voksen`).moveDown(0.3)
  })
  expect(bytes.length).toBeLessThan(200_000)
  const { text, boxes } = readPdf(bytes)
  expect(boxes).toBe(0)
  // Scripts whose letters are not joined into others, without accents; what is read from the right is drawn so.
  const plain = (one: string) => one.normalize('NFD').replace(/[\p{M}\s]/gu, '')
  const alike = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\s-]+$/u
  for (const name of names.filter((one) => alike.test(one))) expect(plain(text)).toContain(plain(name))
  expect(plain(text)).toContain('(ידוד)ןוירוג־ןבדוד')
})

test('text after a right-to-left name stays behind it', async () => {
  expect(await saying('محمد 42 · 1. jan. – 31. dec.')).toMatch(/·1\.jan\.–31\.dec\.$/)
})

test('a Thai tone sign is above the ring of an am, not under it', async () => {
  const [no, tone, am, ring, aa] = ['\u0e19', '\u0e49', '\u0e33', '\u0e4d', '\u0e32']
  expect(await saying(`${no}${tone}${am}`)).toBe(`${no}${ring}${tone}${aa}`)
})

test('each document is small that needs one face', async () => {
  for (const name of names) {
    const bytes = await drawDocument({ title: 'x', author: 'y', locale: 'da' }, (pdf) => void pdf.text(name))
    expect([name, bytes.length < 60_000]).toEqual([name, true])
  }
})
