import { expect, test } from 'vitest'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { drawDocument, documentTheme } from './page.ts'

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
