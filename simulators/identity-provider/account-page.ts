import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { html } from '../html.ts'
import { chooseLanguage } from '../language.ts'
import type { AllowedOrigins } from '../origins.ts'
import { brand, sendPage, stage } from '../page.ts'
import { protocol } from './provider.ts'
import type { User } from './user.ts'
import type { Users } from './users.ts'

interface Site {
  provider: Provider
  users: Users
  product: string
  productName: string
  origins: AllowedOrigins
  bearerOf: (request: FastifyRequest) => Promise<{ user: User } | undefined>
}

/** The signed-in user's account: a page in the browser, as JSON for an app with a token. */
export function accountPage(app: FastifyInstance, { provider, users, product, productName, origins, bearerOf }: Site) {
  app.get(`/realms/${product}/account`, async (request, reply) => {
    reply.header('vary', 'accept')
    if (request.headers.accept?.includes('application/json')) {
      const bearer = await bearerOf(request)
      reply.header('cache-control', 'no-store')
      if (!bearer) return reply.code(401).send({ error: 'HTTP 401 Unauthorized' })
      const { sub: id, email, givenName: firstName, familyName: lastName, emailVerified, phoneNumber } = bearer.user
      const attributes = phoneNumber ? { phoneNumber: [phoneNumber] } : {}
      return { id, username: email, firstName, lastName, email, emailVerified, attributes }
    }
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
    const user = session.accountId ? users.bySub(session.accountId) : undefined
    const language = chooseLanguage(request.headers['accept-language'])
    const danish = language === 'da'
    const portal = origins.portals[0] ?? '/'
    const title = danish ? 'Din konto' : 'Your account'
    const signOut = html`<a class="button plain" href="/realms/${product}${protocol}/logout"
      >${danish ? 'Log ud' : 'Sign out'}</a
    >`
    const verified = user?.emailVerified
      ? html`<span class="badge good">${danish ? 'bekræftet' : 'verified'}</span>`
      : html`<span class="badge warn">${danish ? 'ikke bekræftet' : 'not verified'}</span>`
    const facts = user
      ? html`<dl class="facts">
          <dt>${danish ? 'Navn' : 'Name'}</dt>
          <dd>${user.givenName} ${user.familyName}</dd>
          <dt>E-mail</dt>
          <dd>${user.email} ${verified}</dd>
          <dt>${danish ? 'Telefon' : 'Phone'}</dt>
          <dd>${user.phoneNumber ?? '–'}</dd>
        </dl>`
      : html`<p class="dim">
          ${danish ? 'Du er ikke logget ind her. Log ind fra portalen.' : 'You are not signed in here. Sign in from the portal.'}
        </p>`
    const body = stage(
      html`<main class="card">
        ${brand(productName)}
        <h1>${title}</h1>
        ${facts}<a class="button" href="${portal}">${danish ? 'Tilbage til portalen' : 'Back to the portal'}</a
        >${user && signOut}
      </main>`,
    )
    return sendPage(reply, { title, language, product: productName, body })
  })
}
