import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { html } from '../html.ts'
import { cross } from '../icons.ts'
import { chooseLanguage } from '../language.ts'
import { brand, documentOf, stage } from '../page.ts'

/** The error page for a request that cannot be answered with a redirect to the portal. */
export function refusalPage(
  ctx: KoaContextWithOIDC,
  out: ErrorOut,
  site: { productName: string; origins: { portals: string[] } },
) {
  const language = chooseLanguage(ctx.get('accept-language'))
  const danish = language === 'da'
  const home = site.origins.portals[0] ?? '/'
  const { headers, text } = documentOf({
    title: danish ? 'Login kunne ikke gennemføres' : 'Sign-in could not continue',
    language,
    product: site.productName,
    body: stage(
      html`<main class="card">
        ${brand(site.productName)}<span class="seal bad">${cross}</span>
        <div class="intro">
          <h1>${danish ? 'Det lykkedes ikke' : 'That did not work'}</h1>
          <p class="dim">
            ${
              danish
                ? 'Linket er brugt eller for gammelt. Start forfra, så er du videre med det samme.'
                : 'The link was used already or is too old. Start again, and you will be on your way.'
            }
          </p>
        </div>
        <a class="button" href="${home}">${danish ? 'Tilbage til portalen' : 'Back to the portal'}</a>
        <p class="tiny dim"><code>${out.error}: ${out.error_description}</code></p>
      </main>`,
    ),
  })
  ctx.set(headers)
  ctx.body = text
}
