import type { FastifyInstance } from 'fastify'
import { html } from '../html.ts'
import { chooseLanguage } from '../language.ts'
import type { AllowedOrigins } from '../origins.ts'
import { brand, sendPage, stage } from '../page.ts'
import { demoPassword } from './demo-users.ts'

interface Site {
  product: string
  productName: string
  origins: AllowedOrigins
}

/** Keycloak's path for a forgotten password. */
export const recoveryPath = (product: string) => `/realms/${product}/login-actions/reset-credentials`

/** Explains what to do about a forgotten password in the simulator, which sends no mail. */
export function recoveryPage(app: FastifyInstance, { product, productName, origins }: Site) {
  app.get(recoveryPath(product), async (request, reply) => {
    const { kc_locale: asked } = request.query as Record<string, unknown>
    const language = chooseLanguage(request.headers['accept-language'], asked)
    const danish = language === 'da'
    const title = danish ? 'Glemt adgangskode' : 'Forgotten password'
    const body = stage(
      html`<main class="card">
        ${brand(productName)}
        <div class="intro">
          <h1>${title}</h1>
          <p class="dim">
            ${
              danish
                ? 'Her ville din loginudbyder sende dig et link til en ny adgangskode. Dette er en demo, så her er svarene:'
                : 'Here your sign-in provider would mail you a link to a new password. This is a demo, so these are the answers:'
            }
          </p>
        </div>
        <p>
          ${danish ? 'Alle demo-personer har adgangskoden' : 'Every demo person has the password'}
          <code>${demoPassword}</code>.
        </p>
        <p>
          ${
            danish
              ? 'Har du selv oprettet en konto og glemt adgangskoden, så opret en ny med en anden e-mail.'
              : 'If you created an account yourself and forgot its password, create another with another e-mail.'
          }
        </p>
        <a class="button" href="${origins.portals[0] ?? '/'}"
          >${danish ? 'Tilbage til portalen' : 'Back to the portal'}</a
        >
      </main>`,
    )
    return sendPage(reply, { title, language, product: productName, body })
  })
}
