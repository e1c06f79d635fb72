import * as m from '#words/messages.js'
import type { MailContent, MailFoot, MailTable } from './mail-content.ts'

/** A mail without its look: what a screen reader, a watch and a plain mail program show. Links are written out. */
export function mailText(content: MailContent, { portal, chooseUrl, unsubscribeUrl }: MailFoot): string {
  const {
    locale,
    sender,
    heading,
    notice,
    paragraphs,
    quote,
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
    // Each line marked, so that nothing a person writes passes for a part of the mail.
    quote?.replace(/^/gm, '> '),
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
    ...rows.flatMap(({ label, details = [], value }) => [`${label}: ${value}`, ...details.map((text) => `  ${text}`)]),
  ].join('\n')
