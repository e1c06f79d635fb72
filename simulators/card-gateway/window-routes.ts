import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../language.ts'
import { sendPage } from '../page.ts'
import { acquirerOf, authorise, authorizationOf, type Outcome } from './authorise.ts'
import { readCard, type CardForm } from './card-form.ts'
import { linkOf } from './create-link.ts'
import { declineWords, storyOfTail } from './demo-cards.ts'
import type { Gateway } from './gateway.ts'
import { timestamp, zeroGuid, type Authorization, type Decline, type Link } from './schema.ts'
import { endingPage, windowPage, type Ending } from './window-page.ts'
import { windowScript } from './window-script.ts'
import { windowWords } from './window-words.ts'

type Request = FastifyRequest<{ Params: { id: string }; Body: Record<string, string> | null }>

/** The payment window, between the basket and the receipt. */
export function windowRoutes(app: FastifyInstance, gateway: Gateway) {
  const { store, callbacks, base, timing, productName: product } = gateway
  const languageOf = (request: Request, link?: Link) =>
    chooseLanguage(request.headers['accept-language'], link?.language)

  const end = (
    request: Request,
    reply: FastifyReply,
    ending: Omit<Ending, 'language'>,
    status: number,
    link?: Link,
  ) => {
    const language = languageOf(request, link)
    const title = windowWords[ending.title][language]
    return sendPage(reply, { title, language, product, body: endingPage({ ...ending, language }) }, status)
  }

  /** The link if it can still be paid. Otherwise has sent a page that says why not. */
  const openLink = (request: Request, reply: FastifyReply): Link | undefined => {
    const link = linkOf(store, request.params.id)
    if (!link) return void end(request, reply, { title: 'unknownTitle', text: windowWords.unknown, tone: 'bad' }, 404)
    const paid = authorizationOf(store, link.payment_id)
    if (paid) return void refuseSecond(request, reply, link, paid)
    if (link.expires_at < timestamp()) {
      const back = link.decline_url ?? undefined
      return void end(
        request,
        reply,
        { title: 'expiredTitle', text: windowWords.expired, tone: 'warn', back },
        410,
        link,
      )
    }
    return link
  }

  const refuseSecond = (request: Request, reply: FastifyReply, link: Link, paid: Authorization) => {
    const back = storyOfTail(paid.card_tail).returns ? acceptReturn(link, paid) : undefined
    return end(request, reply, { title: 'paidTitle', text: windowWords.paid, tone: 'good', back }, 409, link)
  }

  const show = (request: Request, reply: FastifyReply, link: Link, form: CardForm, flaws = {}) => {
    const language = languageOf(request, link)
    const last = store.one<Decline>(
      'select * from decline where payment_id = ? order by number desc limit 1',
      link.payment_id,
    )
    const declined = Object.keys(flaws).length === 0 ? last && declineWords(last.gateway_reason)[language] : undefined
    const body = windowPage({ language, link, base, form, flaws, declined })
    // The form may redirect to the shop, which `form-action` has to allow.
    const formTargets = [link.accept_url, link.decline_url]
      .filter((url) => url !== null)
      .map((url) => new URL(url).origin)
    const page = {
      title: windowWords.title[language],
      language,
      product,
      body,
      formTargets,
      script: `${new URL(base).pathname}/window.js`,
    }
    return sendPage(reply, page, Object.keys(flaws).length === 0 ? 200 : 422)
  }

  const leave = async (
    request: Request,
    reply: FastifyReply,
    link: Link,
    outcome: Exclude<Outcome, { kind: 'paid-already' }>,
  ) => {
    await Promise.all(outcome.callbackIds.map((id) => callbacks.tried(id, timing.callbackFirst)))
    if (outcome.kind === 'authorised') {
      if (outcome.story.returns) return reply.redirect(acceptReturn(link, outcome.authorization), 303)
      return end(request, reply, { title: 'doneTitle', text: windowWords.done, tone: 'good' }, 200, link)
    }
    if (link.decline_url) return reply.redirect(declineReturn(link, outcome.decline), 303)
    return end(
      request,
      reply,
      { title: 'declinedTitle', text: declineWords(outcome.decline.gateway_reason), tone: 'bad' },
      200,
      link,
    )
  }

  app.get('/window.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'max-age=3600').send(windowScript),
  )

  app.get('/window/:id', async (request: Request, reply) => {
    const link = openLink(request, reply)
    return link ? show(request, reply, link, { cardNumber: '', expiry: '', cvc: '' }) : reply
  })

  app.post('/window/:id', { config: { endpoint: 'pay' } }, async (request: Request, reply) => {
    const link = openLink(request, reply)
    if (!link) return reply
    const { action = 'pay', cardNumber = '', expiry = '', cvc = '' } = request.body ?? {}
    if (action === 'cancel') {
      if (!link.decline_url)
        return end(request, reply, { title: 'cancelledTitle', text: windowWords.cancelled, tone: 'warn' }, 200, link)
      return reply.redirect(
        withQuery(link.decline_url, { acquirer: acquirerOf(link), reason: 'Cancelled by cardholder' }),
        303,
      )
    }
    const form = { cardNumber, expiry, cvc }
    const read = readCard(form, new Date())
    if ('flaws' in read) return show(request, reply, link, form, read.flaws)
    const outcome = authorise(gateway, link, read.card)
    if (outcome.kind === 'paid-already')
      return refuseSecond(request, reply, link, authorizationOf(store, link.payment_id)!)
    return leave(request, reply, link, outcome)
  })
}

const acceptReturn = (link: Link, { id, saved_card_id }: Authorization) =>
  withQuery(link.accept_url, { authorizationIdentifier: id, savedCardIdentifier: saved_card_id ?? zeroGuid })

const declineReturn = (link: Link, { gateway_reason, reason }: Decline) =>
  withQuery(link.decline_url!, { acquirer: acquirerOf(link), gatewayreason: String(gateway_reason), reason })

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
