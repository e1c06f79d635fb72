import { render, toPlainText } from '@react-email/render'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'

export interface MailContent {
  readonly locale: Language
  /** Who writes: the club. */
  readonly club: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly { label: string; detail: string; value: string; strong?: boolean }[]
  readonly button?: { readonly label: string; readonly url: string }
}

const font = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif"
const style = {
  body: { margin: 0, padding: '24px 12px', backgroundColor: '#f4f7f9', fontFamily: font, color: '#1a2329' },
  card: {
    width: '100%',
    maxWidth: '560px',
    margin: '0 auto',
    backgroundColor: '#ffffff',
    borderRadius: '16px',
    border: '1px solid #e1e7ec',
  },
  head: { padding: '22px 28px 0', fontSize: '14px', fontWeight: 700, color: '#0b6788' },
  h1: { margin: 0, padding: '10px 28px 0', fontSize: '24px', lineHeight: '30px', fontWeight: 700 },
  text: { margin: 0, padding: '14px 28px 0', fontSize: '16px', lineHeight: '24px' },
  facts: { width: '100%', borderCollapse: 'collapse', fontSize: '15px', lineHeight: '21px' },
  fact: { padding: '10px 0', borderTop: '1px solid #e1e7ec', verticalAlign: 'top' },
  detail: { fontSize: '13px', color: '#55646f' },
  button: {
    display: 'inline-block',
    padding: '12px 20px',
    borderRadius: '12px',
    backgroundColor: '#0b6788',
    color: '#ffffff',
    fontWeight: 700,
    textDecoration: 'none',
  },
  foot: { padding: '22px 28px 26px', fontSize: '13px', lineHeight: '19px', color: '#55646f' },
} satisfies Record<string, CSSProperties>

/** The one look of all mails, as HTML and as plain text. Texts are data: whatever a person wrote is escaped. */
export async function composeMail(content: MailContent): Promise<{ html: string; text: string }> {
  const html = await render(mailPage(content))
  return { html, text: toPlainText(html) }
}

function mailPage({ locale, club, heading, paragraphs, facts = [], button }: MailContent) {
  const row = (css: CSSProperties, ...children: ReactNode[]) => h('tr', null, h('td', { style: css }, ...children))
  return h(
    'html',
    { lang: locale },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('title', null, heading),
    ),
    h(
      'body',
      { style: style.body },
      h(
        'table',
        { role: 'presentation', cellPadding: 0, cellSpacing: 0, style: style.card },
        h(
          'tbody',
          null,
          row(style.head, club),
          row({}, h('h1', { style: style.h1 }, heading)),
          row({}, ...paragraphs.map((text, at) => h('p', { key: at, style: style.text }, text))),
          facts.length > 0 && row({ padding: '18px 28px 0' }, factTable(facts)),
          button && row({ padding: '22px 28px 0' }, h('a', { href: button.url, style: style.button }, button.label)),
          row(style.foot, m.mail_footer({ club }, { locale })),
        ),
      ),
    ),
  )
}

const factTable = (facts: NonNullable<MailContent['facts']>) =>
  h(
    'table',
    { cellPadding: 0, cellSpacing: 0, style: style.facts },
    h(
      'tbody',
      null,
      ...facts.map(({ label, detail, value, strong }, at) =>
        h(
          'tr',
          { key: at },
          h(
            'td',
            { style: { ...style.fact, fontWeight: strong ? 700 : 400 } },
            label,
            detail && h('div', { style: style.detail }, detail),
          ),
          h(
            'td',
            { style: { ...style.fact, textAlign: 'right', whiteSpace: 'nowrap', fontWeight: strong ? 700 : 400 } },
            value,
          ),
        ),
      ),
    ),
  )
