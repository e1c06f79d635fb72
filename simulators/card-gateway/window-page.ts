import { html, type Markup } from '../html.ts'
import { clock, cross, lock, tick } from '../icons.ts'
import type { Language, Words } from '../language.ts'
import { stage } from '../page.ts'
import type { CardFlaws, CardForm } from './card-form.ts'
import { anyOtherCard, demoCards } from './demo-cards.ts'
import type { Link } from './schema.ts'
import { money, windowWords, type WindowWord } from './window-words.ts'

export interface WindowView {
  language: Language
  link: Link
  base: string
  form: CardForm
  flaws: CardFlaws
  /** Why the last attempt in this window was declined. */
  declined: string | undefined
}

export function windowPage({ language, link, base, form, flaws, declined }: WindowView): Markup {
  const say = (word: WindowWord) => windowWords[word][language]
  const field = (name: keyof CardForm, attributes: Markup) =>
    html`<div class="field">
      <label for="${name}">${say(name)}</label
      ><input
        id="${name}"
        name="${name}"
        inputmode="numeric"
        value="${form[name]}"
        ${attributes}${flaws[name] && html` aria-invalid="true" aria-describedby="${name}-flaw"`}
      />${flaws[name] && html`<span class="wrong" id="${name}-flaw">${say(flaws[name])}</span>`}
    </div>`
  const amount = money(language, link.amount, link.currency)
  return stage(
    html`<main class="card wide">
      <div class="split">
        <h1>${say('title')}</h1>
        ${link.test_mode ? html`<span class="badge warn">${say('test')}</span>` : ''}
      </div>
      <div class="sum">
        <div>
          <p class="dim small">${say('payTo')} ${new URL(link.accept_url).hostname}</p>
          <p class="amount">${amount}</p>
        </div>
        <dl class="facts">
          <dt>${say('order')}</dt>
          <dd>${link.order_number}</dd>
          <dt>${say('merchant')}</dt>
          <dd>${link.merchant}</dd>
        </dl>
      </div>
      ${link.test_mode ? html`<p class="note warn">${say('testHint')}</p>` : ''}
      ${declined && html`<p class="note bad" role="alert">${say('lastDecline')} ${declined} ${say('tryAgain')}</p>`}
      <form method="post" action="${base}/window/${link.payment_id}" autocomplete="on">
        ${field('cardNumber', html`autocomplete="cc-number" maxlength="23" placeholder="0000 0000 0000 0000"`)}
        <div class="pair">
          ${field('expiry', html`autocomplete="cc-exp" maxlength="7" placeholder="${say('expiryShape')}"`)}${field('cvc', html`autocomplete="cc-csc" maxlength="4" placeholder="123"`)}
        </div>
        ${link.save_card ? html`<p class="hint">${say('saveCard')}</p>` : ''}
        <button class="button" name="action" value="pay">
          ${lock} ${link.amount === 0 ? say('registerOnly') : `${say('pay')} ${amount}`}
        </button>
        <button class="button plain" name="action" value="cancel">${say('cancel')}</button>
      </form>
      <p class="secure">${lock} ${say('secure')}</p>
      <details>
        <summary>${say('demoCards')}</summary>
        <p class="tiny dim">${say('demoHint')}</p>
        <table class="cards tiny">
          <thead>
            <tr>
              <th scope="col">${say('number')}</th>
              <th scope="col">${say('happens')}</th>
            </tr>
          </thead>
          <tbody>
            ${demoCards.map(
              ({ tail, story }) =>
                html`<tr>
                  <td>4100 0000 0000 ${tail}</td>
                  <td>${story[language]}</td>
                </tr>`,
            )}
            <tr>
              <td>–</td>
              <td>${anyOtherCard.story[language]}</td>
            </tr>
          </tbody>
        </table>
      </details>
    </main>`,
  )
}

export interface Ending {
  language: Language
  title: WindowWord
  text: Words
  tone: 'good' | 'bad' | 'warn'
  /** The origins that the browser may be sent to. */
  back?: string | undefined
}

/** A window with nothing left to pay, and why. */
export function endingPage({ language, title, text, tone, back }: Ending): Markup {
  return stage(
    html`<main class="card">
      <span class="seal ${tone}">${{ good: tick, bad: cross, warn: clock }[tone]}</span>
      <div class="intro">
        <h1>${windowWords[title][language]}</h1>
        <p class="dim">${text[language]}</p>
      </div>
      ${back && html`<a class="button" href="${back}">${windowWords.back[language]}</a>`}
    </main>`,
  )
}
