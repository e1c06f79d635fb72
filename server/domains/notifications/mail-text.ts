import * as m from '#words/messages.js'
import type { MailContent, MailFoot } from './mail-content.ts'

/** A mail without its look: what a screen reader, a watch and a plain mail program show. Links are written out. */
export function mailText(content: MailContent, { portal, chooseUrl, unsubscribeUrl }: MailFoot): string {
  const { locale, sender, heading, notice, paragraphs, facts = [], steps = [], button, remarks = [], why } = content
  const blocks = [
    sender,
    `${heading}\n${'='.repeat(Math.min(heading.length, 60))}`,
    notice && `! ${notice}`,
    ...paragraphs,
    facts
      .map(({ label, detail, value }) => [`${label}: ${value}`, detail && `  ${detail}`].filter(Boolean).join('\n'))
      .join('\n'),
    steps.map(({ title, text }, at) => `${at + 1}. ${title}\n   ${text}`).join('\n'),
    button && `${button.label}:\n${button.url}`,
    ...remarks,
    ['-- ', why, ...(sender === portal ? [] : [m.mail_sent_by({ portal }, { locale })])].join('\n'),
    `${m.mail_choose({}, { locale })}:\n${chooseUrl}`,
    unsubscribeUrl && `${m.mail_unsubscribe({}, { locale })}:\n${unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
