import { html, type Markup } from '../html.ts'
import type { Language } from '../language.ts'
import type { Ledger } from './ledger.ts'
import { money } from './window-words.ts'

/** The ledger as a page: every payment with its outcome. */
export function ledgerPage(ledger: Ledger, language: Language, orderNumber: string): Markup {
  const da = language === 'da'
  const empty = html`<p class="panel dim">
    ${da ? 'Ingen betalinger endnu. Start et køb i portalen, så kommer det her.' : 'No payments yet. Start a purchase in the portal and it will show here.'}
  </p>`
  return html`<h1>${da ? 'Betalinger' : 'Payments'}</h1>
    <p class="dim">
      ${da ? 'Alt, kortgatewayen har set, nyeste først.' : 'Everything the card gateway has seen, newest first.'}
      <a href="ledger.json">JSON</a>
    </p>
    <form class="filter" method="get">
      <div class="field">
        <label for="orderNumber">${da ? 'Ordrenummer' : 'Order number'}</label
        ><input id="orderNumber" name="orderNumber" value="${orderNumber}" />
      </div>
      <button class="button">${da ? 'Filtrér' : 'Filter'}</button>
    </form>
    ${ledger.links.length === 0 ? empty : ledger.links.map((link) => payment(ledger, link, language))}${charges(ledger, language)}`
}

type Link = Ledger['links'][number]
type Authorization = Ledger['authorizations'][number]

function payment(ledger: Ledger, link: Link, language: Language): Markup {
  const da = language === 'da'
  const authorization = ledger.authorizations.find((one) => one.paymentIdentifier === link.paymentIdentifier)
  const declines = ledger.declines.filter((one) => one.paymentIdentifier === link.paymentIdentifier)
  const callbacks = ledger.callbacks.filter((one) => one.paymentIdentifier === link.paymentIdentifier)
  const state = authorization
    ? stateOf(ledger, authorization, language)
    : declines.length > 0
      ? html`<span class="badge bad">${da ? 'afvist' : 'declined'}</span>`
      : html`<span class="badge">${da ? 'åben' : 'open'}</span>`
  return html`<article class="panel">
    <div class="split">
      <h2>${link.orderNumber}</h2>
      <span class="row-start"
        >${link.testMode && html`<span class="badge warn">test</span>`}${state}<b class="num"
          >${money(language, link.amount, link.currency)}</b
        ></span
      >
    </div>
    <p class="tiny dim">
      ${link.createdAt.replace('T', ' ')} · ${da ? 'forretning' : 'merchant'} ${link.merchantNumber} ·
      ${da ? 'nøgle' : 'key'} …${link.apiKeyEndsWith} · <code>${link.paymentIdentifier}</code> ·
      <a href="${link.paymentWindowLink}">${da ? 'vindue' : 'window'}</a>
    </p>
    ${authorization && authorised(ledger, authorization, language)}
    ${declines.length > 0 && html`<p class="small">${declines.map((one) => html`${one.maskedPan}: ${one.reason} (${one.gatewayReason})<br />`)}</p>`}
    ${
      callbacks.length > 0 &&
      html`<div
        class="scroll"
        tabindex="0"
        role="region"
        aria-label="${da ? 'Tilbagekald' : 'Callbacks'} ${link.createdAt}"
      >
        <table>
          <caption>
            ${da ? 'Tilbagekald' : 'Callbacks'}
          </caption>
          <thead>
            <tr>
              <th scope="col">${da ? 'Slags' : 'Kind'}</th>
              <th scope="col">${da ? 'Tilstand' : 'State'}</th>
              <th scope="col">${da ? 'Forsøg' : 'Tries'}</th>
            </tr>
          </thead>
          <tbody>
            ${callbacks.map(
              (one) =>
                html`<tr>
                  <td>${one.kind}</td>
                  <td>
                    <span class="badge ${{ delivered: 'good', failed: 'bad', pending: 'warn' }[one.state]}"
                      >${one.state}</span
                    >
                  </td>
                  <td>
                    ${one.tries.map((attempt) => html`<code>${attempt.at.slice(11, 23)} → ${attempt.status ?? attempt.error} (${attempt.milliseconds} ms)</code><br />`)}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  </article>`
}

function authorised(ledger: Ledger, authorization: Authorization, language: Language): Markup {
  const moves = (['captures', 'voids', 'credits'] as const).flatMap((kind) =>
    ledger[kind]
      .filter((one) => one.authorizationIdentifier === authorization.authorizationIdentifier)
      .map((one) => ({ ...one, kind: kind.slice(0, -1) })),
  )
  const differs = authorization.amount !== authorization.askedAmount
  return html`<p class="small">
      ${authorization.maskedPan} ·
      <code>${authorization.authorizationIdentifier}</code
      >${differs && html` · <b>${money(language, authorization.amount, authorization.currency)}</b>`}
    </p>
    ${
      moves.length > 0 &&
      html`<ul class="small">
        ${moves.map((one) => html`<li>${one.kind} ${money(language, one.amount, authorization.currency)} · ${one.isSuccess ? 'success' : one.message}${one.answer === 'lost' && ' · answer lost'} · ${one.at.slice(11, 19)}</li>`)}
      </ul>`
    }`
}

function stateOf(ledger: Ledger, authorization: Authorization, language: Language): Markup {
  const da = language === 'da'
  const sum = (kind: 'captures' | 'credits') =>
    ledger[kind]
      .filter((one) => one.isSuccess && one.authorizationIdentifier === authorization.authorizationIdentifier)
      .reduce((total, { amount }) => total + amount, 0)
  if (authorization.voidedAt) return html`<span class="badge">${da ? 'annulleret' : 'voided'}</span>`
  if (sum('credits') > 0)
    return html`<span class="badge"
      >${da ? 'krediteret' : 'credited'} ${money(language, sum('credits'), authorization.currency)}</span
    >`
  if (sum('captures') > 0)
    return html`<span class="badge good"
      >${da ? 'hævet' : 'captured'} ${money(language, sum('captures'), authorization.currency)}</span
    >`
  return html`<span class="badge good">${da ? 'godkendt' : 'authorised'}</span>`
}

/** Charges of saved cards have no window and so no link. */
function charges(ledger: Ledger, language: Language): Markup {
  const own = ledger.authorizations.filter((one) => one.paymentIdentifier === null)
  return html`${own.map(
    (one) =>
      html`<article class="panel">
        <div class="split">
          <h2>${one.orderNumber}</h2>
          <span class="row-start"
            >${stateOf(ledger, one, language)}<b class="num">${money(language, one.amount, one.currency)}</b></span
          >
        </div>
        <p class="tiny dim">${one.createdAt.replace('T', ' ')} · ${language === 'da' ? 'gemt kort' : 'saved card'}</p>
        ${authorised(ledger, one, language)}
      </article>`,
  )}`
}
