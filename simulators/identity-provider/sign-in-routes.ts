import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { chooseLanguage } from '../language.ts'
import type { AllowedOrigins } from '../origins.ts'
import { sendPage } from '../page.ts'
import {
  checkRegistration,
  registrationPage,
  registrationTitle,
  type Registration,
  type RegistrationFlaws,
} from './registration-page.ts'
import { recoveryPath } from './recovery-page.ts'
import { signInPage, signInTitle, type SignInProblem } from './sign-in-page.ts'
import type { Users } from './users.ts'
import { countWrongPasswords } from './wrong-passwords.ts'

interface Site {
  provider: Provider
  users: Users
  product: string
  productName: string
  origins: AllowedOrigins
}

type Request = FastifyRequest<{
  Params: { uid: string }
  Querystring: Record<string, string>
  Body: Record<string, string> | null
}>

/** The sign-in and registration pages, protected by the provider's interaction cookie. */
export function signInRoutes(app: FastifyInstance, { provider, users, product, productName, origins }: Site) {
  const path = `/realms/${product}/login-actions/:uid`
  const wrong = countWrongPasswords()

  const begin = async (request: Request, reply: FastifyReply) => {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    const base = `/realms/${product}/login-actions/${interaction.uid}`
    const language = chooseLanguage(request.headers['accept-language'], interaction.params['ui_locales'])
    // The form redirects to the portal, which `form-action` has to allow.
    const target = URL.parse(String(interaction.params['redirect_uri']))?.origin
    const formTargets = [new URL(provider.issuer).origin, ...origins.portals, ...(target ? [target] : [])]
    return { interaction, base, language, formTargets }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  const finish = async (request: Request, reply: FastifyReply, { interaction }: Begun, sub: string) => {
    reply.hijack()
    const login = { accountId: sub, remember: true, amr: ['pwd'] }
    const result = { login, ...(interaction.prompt.name === 'create' ? { create: {} } : {}), consent: {} }
    await provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
  }

  const showSignIn = (
    reply: FastifyReply,
    { base, language, formTargets }: Begun,
    username: string,
    problem?: SignInProblem,
  ) => {
    const form = { language, product: productName, action: base, username, recoveryUrl: recoveryPath(product) }
    const body = signInPage({ ...form, ...(problem ? { problem } : {}) })
    const status = problem === 'tooMany' ? 429 : problem ? 401 : 200
    return sendPage(reply, { title: signInTitle(language), language, product: productName, body, formTargets }, status)
  }

  const showRegistration = (
    reply: FastifyReply,
    begun: Begun,
    form: Registration,
    flaws: RegistrationFlaws,
    status = 200,
  ) => {
    const { base, language, formTargets } = begun
    const action = `${base}/registration`
    const body = registrationPage({ language, product: productName, action, signInUrl: base, form, flaws })
    return sendPage(
      reply,
      { title: registrationTitle(language), language, product: productName, body, formTargets },
      status,
    )
  }

  app.get(path, async (request: Request, reply) => {
    const begun = await begin(request, reply)
    const { interaction } = begun
    if (interaction.prompt.name === 'consent' && interaction.session) {
      reply.hijack()
      return provider.interactionFinished(request.raw, reply.raw, { consent: {} })
    }
    return showSignIn(reply, begun, request.query['username'] ?? hintIn(interaction))
  })

  app.post(path, async (request: Request, reply) => {
    const begun = await begin(request, reply)
    const { username = '', password = '' } = request.body ?? {}
    if (!username.trim() || !password) return showSignIn(reply, begun, username, 'empty')
    if (wrong.tooMany(username)) return showSignIn(reply, begun, username, 'tooMany')
    const user = await users.signIn(username, password)
    if (!user) {
      wrong.count(username)
      return showSignIn(reply, begun, username, 'wrong')
    }
    wrong.forget(username)
    return finish(request, reply, begun, user.sub)
  })

  app.get(`${path}/registration`, async (request: Request, reply) => {
    const begun = await begin(request, reply)
    const email = hintIn(begun.interaction)
    return showRegistration(reply, begun, { firstName: '', lastName: '', email, phone: '', password: '' }, {})
  })

  app.post(`${path}/registration`, async (request: Request, reply) => {
    const begun = await begin(request, reply)
    const { firstName = '', lastName = '', email = '', phone = '', password = '' } = request.body ?? {}
    const form = { firstName, lastName, email, phone, password }
    const flaws = checkRegistration(form)
    if (Object.keys(flaws).length > 0) return showRegistration(reply, begun, form, flaws, 400)
    const phoneNumber = phone.replace(/[ ()-]/g, '')
    const user = await users.register({ email, givenName: firstName, familyName: lastName, phoneNumber, password })
    if (!user) return showRegistration(reply, begun, form, { email: 'emailTaken' }, 409)
    return finish(request, reply, begun, user.sub)
  })
}

/** The e-mail address that the portal already knows, if any. */
function hintIn({ params }: { params: Record<string, unknown> }): string {
  const hint = params['login_hint']
  return typeof hint === 'string' ? hint : ''
}
