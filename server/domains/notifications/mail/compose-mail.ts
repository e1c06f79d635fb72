import { render } from '@react-email/render'
import { type ComponentProps, createElement as h, type ReactNode } from 'react'
import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'
import { outlookStyle, style, styleSheet } from './mail-style.ts'

interface MailFact {
  readonly label: string
  /** Smaller lines below the label. */
  readonly details?: readonly string[]
  readonly value: string
  readonly strong?: boolean
  readonly link?: { readonly label: string; readonly url: string }
}

export interface MailTable {
  readonly title?: string
  readonly rows: readonly MailFact[]
}

export interface MailContent {
  readonly locale: Language
  /** The club, or the portal. */
  readonly sender: string
  readonly heading: string
  /** Shown beside the subject in a list of mails. */
  readonly preview: string
  /** A prominent warning. */
  readonly notice?: string
  readonly paragraphs: readonly string[]
  /** Texts that people wrote: each keeps its line breaks, and is set apart from our words. Everything else is on one line. */
  readonly quotes?: readonly string[]
  readonly tables?: readonly MailTable[]
  /** Numbered instructions. */
  readonly steps?: readonly { readonly title: string; readonly text: string }[]
  readonly button?: { readonly label: string; readonly url: string }
  /** Small print below the button. */
  readonly remarks?: readonly string[]
  /** Why the receiver gets it. */
  readonly why: string
}

interface MailFoot {
  readonly portal: string
  /** The page with the receiver's message settings; null if they have no account. */
  readonly chooseUrl: string | null
  /** The unsubscribe page; null if such mails are always sent. */
  readonly unsubscribeUrl: string | null
}

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
  const clean = { ...onOneLine(content), quotes: (content.quotes ?? []).map(quotedLines) }
  const html = await render(page(clean, foot, face))
  // The library writes that of XHTML, with which nothing else here agrees.
  return { html: html.replace(/^<!DOCTYPE[^>]*>/, '<!DOCTYPE html>'), text: mailText(clean, foot) }
}

/** A text on one line: line breaks of any kind become a space, and bidirectional control characters are removed. */
export const asLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')

/** Puts every text in it on one line. */
function onOneLine<T>(value: T): T {
  if (typeof value === 'string') return asLine(value) as T
  if (Array.isArray(value)) return value.map(onOneLine) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, onOneLine(inner)])) as T
}

const quotedLines = (text: string) =>
  text
    .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
    .map(asLine)
    .join('\n')

/** Outlook on Windows lays out nothing but tables, and ignores these in a style. */
const layout = { role: 'presentation', cellPadding: 0, cellSpacing: 0 }

const table = ({ style: css, className }: ComponentProps<'table'>, ...rows: ReactNode[]) =>
  h('table', { ...layout, style: { width: '100%', ...css }, className }, h('tbody', null, ...rows))
const row = (props: ComponentProps<'td'>, ...children: ReactNode[]) => h('tr', null, h('td', props, ...children))
const section = (props: ComponentProps<'td'>, ...children: ReactNode[]) => table({}, row(props, ...children))
const below = (paddingTop: string, ...children: ReactNode[]) => h('div', { style: { paddingTop } }, ...children)
const meta = (name: string, content: string) => h('meta', { name, content })
const inner = (__html: string) => ({ dangerouslySetInnerHTML: { __html } })

/** Padding after the preview, so that a list of mails shows nothing else beside the subject. */
const FILLER = '\u034f\u200c\u00a0'.repeat(60)

const page = (content: MailContent, foot: MailFoot, face: MailFace | null) =>
  h(
    'html',
    { lang: content.locale, dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      meta('viewport', 'width=device-width, initial-scale=1'),
      meta('color-scheme', 'light dark'),
      meta('supported-color-schemes', 'light dark'),
      meta('format-detection', 'telephone=no, date=no, address=no, email=no'),
      h('title', null, content.heading),
      h('style', inner(styleSheet)),
    ),
    h(
      'body',
      style.body,
      h('div', { ...style.hidden, 'aria-hidden': true }, content.preview, FILLER),
      h('div', { style: { display: 'none' }, ...inner(outlookStyle) }),
      section(
        { align: 'center', ...style.page },
        table(
          style.column,
          row(
            {},
            table(
              style.card,
              row(style.hero(face?.colour), ...heroOf(content, face)),
              row(style.inside, ...bodyOf(content)),
            ),
          ),
          row(style.foot, ...footOf(content, foot)),
        ),
      ),
    ),
  )

const heroOf = ({ sender, heading }: MailContent, face: MailFace | null) => [
  table({ style: { width: 'auto' } }, h('tr', null, markOf(sender, face), h('td', style.sender, sender))),
  // Keeps dashes off the start of a line, and names with their greeting.
  h('h1', style.h1, heading.replaceAll(' – ', '\u00a0– ').replaceAll(', ', ',\u00a0')),
]

const markOf = (sender: string, face: MailFace | null) =>
  face?.logo
    ? h('td', style.logo, h('img', { src: face.logo, width: 44, height: 44, alt: '', ...style.logoImage }))
    : h('td', { ...style.mark(face?.colour), 'aria-hidden': true }, initialsOf(sender))

/** The initials of the first and the last word. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /^\p{L}/u.exec(word)?.[0] ?? [])
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toUpperCase()
}

const bodyOf = ({ notice, paragraphs, quotes = [], tables = [], steps = [], button, remarks = [] }: MailContent) => [
  notice && below('16px', section(style.notice, notice)),
  ...paragraphs.map((text) => h('p', style.text, text)),
  ...quotes.map((text) => below('18px', section(style.quote, ...linesOf(text)))),
  ...tables.map(({ title, rows }) =>
    below(
      '22px',
      title && h('h2', style.h2, title),
      section(style.panel, table({}, ...rows.flatMap((fact, at) => factRows(fact, at > 0)))),
    ),
  ),
  steps.length > 0 && below('22px', table({}, ...steps.map(stepRow))),
  button &&
    below(
      steps.length > 0 ? '8px' : '24px',
      table(
        { style: { width: 'auto' } },
        row(style.button, h('a', { href: button.url, ...style.buttonLink }, button.label)),
      ),
    ),
  remarks.length > 0 && below('10px', ...remarks.map((text) => h('p', style.small, text))),
]

const linesOf = (text: string) => text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [h('br'), line]))

/** The details span both columns: on a phone a date needs the room. */
function factRows({ label, details = [], value, strong, link }: MailFact, ruled: boolean) {
  const looks = { ruled, strong, hasDetails: details.length > 0 || link !== undefined }
  return [
    h('tr', null, h('td', style.label(looks), label), h('td', style.value(looks), value)),
    looks.hasDetails &&
      row(
        { colSpan: 2, ...style.details },
        ...details.map((text) => h('div', style.detail, text)),
        link && h('div', style.detail, h('a', { href: link.url, ...style.link }, link.label)),
      ),
  ]
}

const stepRow = ({ title, text }: { title: string; text: string }, at: number) =>
  h(
    'tr',
    null,
    h('td', style.numberCell, h('div', style.number, at + 1)),
    h('td', style.step, h('strong', null, title), h('div', style.stepText, text)),
  )

const footOf = ({ why, locale, sender }: MailContent, { portal, chooseUrl, unsubscribeUrl }: MailFoot) => [
  h('div', null, why),
  chooseUrl &&
    below(
      '8px',
      h('a', { href: chooseUrl, ...style.link }, m.mail_choose({}, { locale })),
      unsubscribeUrl && ' · ',
      unsubscribeUrl && h('a', { href: unsubscribeUrl, ...style.link }, m.mail_unsubscribe({}, { locale })),
    ),
  sender !== portal && below('8px', m.mail_sent_by({ portal }, { locale })),
]

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
    ...rows.flatMap(({ label, details = [], value, link }) => [
      value ? `${label}: ${value}` : label,
      ...details.map((text) => `  ${text}`),
      ...(link ? [`  ${link.label}:`, `  ${link.url}`] : []),
    ]),
  ].join('\n')
