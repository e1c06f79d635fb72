import type { KoaContextWithOIDC } from 'oidc-provider'
import { html, Markup } from '../html.ts'
import { door, tick } from '../icons.ts'
import { chooseLanguage, type Language } from '../language.ts'
import { brand, documentOf, stage } from '../page.ts'
import type { AllowedOrigins } from '../origins.ts'
import type { Store } from '../store.ts'
import { revokeGrant } from './stored-model.ts'

interface Site {
  product: string
  productName: string
  origins: AllowedOrigins
  store: Store
}

/** Sign-out: at once with an ID token hint, otherwise after a confirmation. */
export function signOutPages(site: Site) {
  return {
    async logoutSource(ctx: KoaContextWithOIDC, form: string) {
      const session = ctx.oidc.session!
      const hint = ctx.oidc.entities.IdTokenHint as { payload: { sub?: string } } | undefined
      if (hint?.payload.sub === session.accountId) return signOutNow(ctx)
      const language = languageOf(ctx)
      const danish = language === 'da'
      const fields = form.replace('</form>', '')
      show(
        ctx,
        site,
        language,
        danish ? 'Log ud' : 'Sign out',
        html`<span class="seal">${door}</span>
<div class="intro"><h1>${danish ? 'Vil du logge ud?' : 'Sign out?'}</h1><p class="dim">${danish ? 'Du bliver logget ud på denne enhed.' : 'You will be signed out on this device.'}</p></div>
${new Markup(fields)}<button class="button" name="logout" value="yes">${danish ? 'Log ud' : 'Sign out'}</button><a class="button plain" href="${home(site)}">${danish ? 'Bliv logget ind' : 'Stay signed in'}</a></form>`,
      )
    },

    async postLogoutSuccessSource(ctx: KoaContextWithOIDC) {
      const language = languageOf(ctx)
      const danish = language === 'da'
      show(
        ctx,
        site,
        language,
        danish ? 'Logget ud' : 'Signed out',
        html`<span class="seal good">${tick}</span>
          <div class="intro">
            <h1>${danish ? 'Du er logget ud' : 'You are signed out'}</h1>
            <p class="dim">
              ${danish ? 'Tak for denne gang. Du kan trygt lukke vinduet.' : 'See you soon. You can safely close this window.'}
            </p>
          </div>
          <a class="button" href="${home(site)}">${danish ? 'Tilbage til portalen' : 'Back to the portal'}</a>`,
      )
    },
  }

  async function signOutNow(ctx: KoaContextWithOIDC) {
    const { session, params, provider } = ctx.oidc
    for (const { grantId } of Object.values(session!.authorizations ?? {}))
      if (grantId) revokeGrant(site.store, grantId)
    await session!.destroy()
    ctx.cookies.set(provider.cookieName('session'), null, { path: '/', sameSite: 'lax', httpOnly: true })
    const target = params?.['post_logout_redirect_uri'] as string | undefined
    const state = params?.['state'] as string | undefined
    const url = new URL(target ?? `/realms/${site.product}/protocol/openid-connect/logout/success`, ctx.href)
    if (target && state !== undefined) url.searchParams.set('state', state)
    ctx.redirect(url.href)
    ctx.status = 303
  }
}

const home = (site: Site) => site.origins.portals[0] ?? '/'

const languageOf = (ctx: KoaContextWithOIDC): Language =>
  chooseLanguage(ctx.get('accept-language'), ctx.oidc.params?.['ui_locales'])

function show(ctx: KoaContextWithOIDC, site: Site, language: Language, title: string, content: Markup) {
  const { headers, text } = documentOf({
    title,
    language,
    product: site.productName,
    body: stage(html`<main class="card">${brand(site.productName)}${content}</main>`),
    // The form redirects to the portal, which `form-action` has to allow.
    formTargets: [ctx.origin, ...site.origins.portals],
  })
  ctx.set(headers)
  ctx.body = text
}
