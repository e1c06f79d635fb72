import { html, type Markup } from '../html.ts'
import type { Language } from '../language.ts'
import type { Attachment, Message } from './messages.ts'

const time = (language: Language, iso: string) =>
  new Date(iso).toLocaleString(language === 'da' ? 'da-DK' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Copenhagen',
  })

const size = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`)

export function listPage(messages: Message[], language: Language, receiver: string): Markup {
  const da = language === 'da'
  return html`<h1>${da ? 'Mail' : 'Mail'}</h1>
    <p class="dim">
      ${da ? 'Hver mail portalen har sendt. Ingen har forladt denne maskine.' : 'Every mail the portal has sent. None has left this machine.'}
    </p>
    <form class="filter" method="get">
      <div class="field">
        <label for="to">${da ? 'Til' : 'To'}</label
        ><input id="to" name="to" type="email" value="${receiver}" placeholder="anna@example.com" />
      </div>
      <button class="button">${da ? 'Filtrér' : 'Filter'}</button
      >${receiver && html`<a class="button plain" href="?">${da ? 'Vis alle' : 'Show all'}</a>`}
    </form>
    ${
      messages.length === 0
        ? html`<p class="panel dim">
            ${receiver ? (da ? `Ingen mail til ${receiver}.` : `No mail to ${receiver}.`) : da ? 'Ingen mail endnu.' : 'No mail yet.'}
          </p>`
        : html`<div class="panel flush">
            <ul class="list">
              ${messages.map(
                (one) =>
                  html`<li>
                    <a class="line" href="/simulators/mailbox/${one.id}"
                      ><b>${one.subject || (da ? '(uden emne)' : '(no subject)')}</b
                      ><span class="tiny dim nowrap">${time(language, one.received_at)}</span
                      ><span class="small dim">${one.receiver}</span
                      >${one.copies > 1 && html`<span class="badge">×${one.copies}</span>`}</a
                    >
                  </li>`,
              )}
            </ul>
          </div>`
    }`
}

export function messagePage(message: Message, attachments: Attachment[], language: Language): Markup {
  const da = language === 'da'
  const base = `/simulators/mailbox/${message.id}`
  return html`<p><a href="/simulators/mailbox">← ${da ? 'Alle mails' : 'All mail'}</a></p>
    <h1>${message.subject || (da ? '(uden emne)' : '(no subject)')}</h1>
    <p class="dim small">
      ${da ? 'Fra' : 'From'} ${message.sender} · ${da ? 'til' : 'to'}
      <a href="/simulators/mailbox?to=${encodeURIComponent(message.receiver)}">${message.receiver}</a> ·
      ${time(language, message.received_at)}${message.copies > 1 && ` · ×${message.copies}`}
    </p>
    ${attachments.length > 0 && html`<p class="row-start">${attachments.map((one) => html`<a class="button plain" href="${base}/attachments/${one.position}" download="${one.file_name}">${one.file_name} <span class="tiny dim">${size(one.size)}</span></a>`)}</p>`}
    ${message.html && html`<iframe src="${base}/html" title="${da ? 'Mailens indhold' : 'The mail'}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
    ${message.text && html`<details${!message.html && html` open`}><summary>${da ? 'Som ren tekst' : 'As plain text'}</summary><div class="panel"><pre>${message.text}</pre></div></details>`}`
}
