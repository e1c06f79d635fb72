import { render } from '@react-email/render'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { deeper } from '#server/documents/colour.ts'
import * as m from '#words/messages.js'
import { headingWords, initialsOf, type MailContent, type MailFoot, type MailTable, onOneLine } from './mail-content.ts'
import { outlookStyle, style, styleSheet } from './mail-style.ts'

/** How a club's mails begin; white text can be read on its colour. */
interface MailFace {
  readonly colour: string
  /** The logo's address inside the mail; null: its initials. */
  readonly logo: string | null
}

/** Renders a mail as HTML and plain text. Texts are escaped, whoever wrote them. */
export async function composeMail(
  content: MailContent,
  foot: MailFoot,
  face: MailFace | null,
): Promise<{ html: string; text: string }> {
  const clean = onOneLine(content)
  const html = await render(page(clean, foot, face))
  // The library writes that of XHTML, with which nothing else here agrees.
  return { html: html.replace(/^<!DOCTYPE[^>]*>/, '<!DOCTYPE html>'), text: mailText(clean, foot) }
}

/** Outlook on Windows ignores these in a style. */
const layout = { role: 'presentation', cellPadding: 0, cellSpacing: 0 }

const table = (css: CSSProperties, className: string | undefined, ...rows: ReactNode[]) =>
  h('table', { ...layout, style: { width: '100%', ...css }, className }, h('tbody', null, ...rows))
const row = (css: CSSProperties, className: string | undefined, ...children: ReactNode[]) =>
  h('tr', null, h('td', { style: css, className }, ...children))

/** Padding after the preview, so that a list of mails shows nothing else beside the subject. */
const FILLER = '\u034f\u200c\u00a0'.repeat(60)

function page(content: MailContent, foot: MailFoot, face: MailFace | null) {
  const { locale, heading, preview } = content
  return h(
    'html',
    { lang: locale, dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('title', null, heading),
      h('style', { dangerouslySetInnerHTML: { __html: styleSheet } }),
    ),
    h(
      'body',
      { style: style.body, className: 'page' },
      h('div', { style: style.hidden, 'aria-hidden': true }, preview, FILLER),
      h('div', { style: { display: 'none' }, dangerouslySetInnerHTML: { __html: outlookStyle } }),
      h(
        'table',
        { ...layout, style: { width: '100%' } },
        h(
          'tbody',
          null,
          h(
            'tr',
            null,
            h(
              'td',
              { align: 'center', style: style.page, className: 'page' },
              table(
                style.column,
                'column',
                row({}, undefined, card(content, face)),
                row(style.foot, 'side dim', ...footOf(content, foot)),
              ),
            ),
          ),
        ),
      ),
    ),
  )
}

const card = (content: MailContent, face: MailFace | null) =>
  table(
    style.card,
    'card',
    row(face ? inColour(face.colour) : style.hero, 'side', ...heroOf(content, face)),
    row(style.inside, 'side', ...bodyOf(content)),
  )

const inColour = (colour: string): CSSProperties => ({
  ...style.hero,
  backgroundColor: colour,
  backgroundImage: `linear-gradient(115deg, ${deeper(colour)}, ${colour} 78%)`,
})

const heroOf = ({ sender, heading }: MailContent, face: MailFace | null) => [
  h(
    'table',
    { key: 'sender', ...layout },
    h('tbody', null, h('tr', null, markOf(sender, face), h('td', { style: style.sender }, sender))),
  ),
  h('h1', { key: 'heading', style: style.h1, className: 'h1' }, headingWords(heading)),
]

const markOf = (sender: string, face: MailFace | null) =>
  face?.logo
    ? h(
        'td',
        { style: style.logo },
        h('img', { src: face.logo, width: 44, height: 44, alt: '', style: style.logoImage }),
      )
    : h(
        'td',
        { style: { ...style.mark, ...(face ? { color: face.colour } : {}) }, 'aria-hidden': true },
        initialsOf(sender),
      )

const paragraphNodes = (texts: readonly string[], css: CSSProperties, className: string) =>
  texts.map((text, at) => h('p', { key: at, style: css, className }, text))

function bodyOf({
  notice,
  paragraphs: texts,
  quotes = [],
  tables = [],
  steps = [],
  button,
  remarks = [],
}: MailContent) {
  return [
    notice &&
      h(
        'div',
        { key: 'notice', style: { paddingTop: '16px' } },
        table({}, undefined, row(style.notice, 'notice', notice)),
      ),
    ...paragraphNodes(texts, style.text, 'ink'),
    ...quotes.map((text, at) => h('div', { key: `quote ${at}`, style: { paddingTop: '18px' } }, quoteOf(text))),
    ...tables.map((one, at) => h('div', { key: `table ${at}`, style: { paddingTop: '22px' } }, ...factTable(one))),
    steps.length > 0 && h('div', { key: 'steps', style: { paddingTop: '22px' } }, stepTable(steps)),
    button && h('div', { key: 'button', style: { paddingTop: steps.length > 0 ? '8px' : '24px' } }, buttonOf(button)),
    remarks.length > 0 &&
      h('div', { key: 'remarks', style: { paddingTop: '10px' } }, ...paragraphNodes(remarks, style.small, 'dim')),
  ]
}

/** Keeps the line breaks. */
const quoteOf = (text: string) =>
  table(
    {},
    undefined,
    row(
      style.quote,
      'panel ink',
      ...text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line])),
    ),
  )

const factTable = ({ title, rows }: MailTable) => [
  title && h('h2', { key: 'title', style: style.h2, className: 'ink' }, title),
  table(
    {},
    undefined,
    row(style.panel, 'panel', table({}, undefined, ...rows.flatMap((one, at) => factRows(one, at > 0)))),
  ),
]

/** The details span both columns: on a phone a date needs the room. */
function factRows({ label, details = [], value, strong }: MailTable['rows'][number], ruled: boolean) {
  const css = {
    ...(ruled ? style.rule : {}),
    ...(details.length > 0 ? { paddingBottom: 0 } : {}),
    fontWeight: strong ? 700 : 500,
  }
  const className = ruled ? 'ink rule' : 'ink'
  return [
    h(
      'tr',
      null,
      h('td', { style: { ...style.fact, ...css }, className }, label),
      h('td', { style: { ...style.value, ...css }, className }, value),
    ),
    details.length > 0 &&
      h(
        'tr',
        null,
        h(
          'td',
          { colSpan: 2, style: style.details },
          ...details.map((text, line) => h('div', { key: line, style: style.detail, className: 'dim' }, text)),
        ),
      ),
  ]
}

const stepTable = (steps: NonNullable<MailContent['steps']>) =>
  table(
    {},
    undefined,
    ...steps.map(({ title, text }, at) =>
      h(
        'tr',
        { key: at },
        h(
          'td',
          { style: { width: '32px', verticalAlign: 'top' } },
          h('div', { style: style.number, className: 'number' }, at + 1),
        ),
        h(
          'td',
          { style: style.step, className: 'ink' },
          h('strong', null, title),
          h('div', { style: { ...style.detail, fontSize: '15px', lineHeight: '22px' }, className: 'dim' }, text),
        ),
      ),
    ),
  )

const buttonOf = ({ label, url }: NonNullable<MailContent['button']>) =>
  h(
    'table',
    layout,
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { style: style.button, className: 'button' }, h('a', { href: url, style: style.buttonLink }, label)),
      ),
    ),
  )

function footOf({ why, locale, sender }: MailContent, { portal, chooseUrl, unsubscribeUrl }: MailFoot) {
  const link = (key: string, url: string, label: string) =>
    h('a', { key, href: url, style: style.link, className: 'link' }, label)
  return [
    h('div', { key: 'why' }, why),
    chooseUrl &&
      h(
        'div',
        { key: 'links', style: { paddingTop: '8px' } },
        link('choose', chooseUrl, m.mail_choose({}, { locale })),
        unsubscribeUrl && ' · ',
        unsubscribeUrl && link('unsubscribe', unsubscribeUrl, m.mail_unsubscribe({}, { locale })),
      ),
    sender !== portal && h('div', { key: 'by', style: { paddingTop: '8px' } }, m.mail_sent_by({ portal }, { locale })),
  ]
}

/** The plain text of a mail, with links written out. */
function mailText(content: MailContent, { portal, chooseUrl, unsubscribeUrl }: MailFoot): string {
  const {
    locale,
    sender,
    heading,
    notice,
    paragraphs,
    quotes = [],
    tables = [],
    steps = [],
    button,
    remarks = [],
    why,
  } = content
  const blocks = [
    sender,
    `${heading}\n${'='.repeat(Math.min(heading.length, 60))}`,
    notice && `! ${notice}`,
    ...paragraphs,
    // Marks each quoted line, so that nothing a person writes looks like part of the mail.
    ...quotes.map((text) => text.replace(/^/gm, '> ')),
    ...tables.map(tableText),
    steps.map(({ title, text }, at) => `${at + 1}. ${title}\n   ${text}`).join('\n'),
    button && `${button.label}:\n${button.url}`,
    ...remarks,
    ['-- ', why, ...(sender === portal ? [] : [m.mail_sent_by({ portal }, { locale })])].join('\n'),
    chooseUrl && `${m.mail_choose({}, { locale })}:\n${chooseUrl}`,
    unsubscribeUrl && `${m.mail_unsubscribe({}, { locale })}:\n${unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const tableText = ({ title, rows }: MailTable): string =>
  [
    ...(title ? [`${title}:`] : []),
    ...rows.flatMap(({ label, details = [], value }) => [
      value ? `${label}: ${value}` : label,
      ...details.map((text) => `  ${text}`),
    ]),
  ].join('\n')
