import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { html } from './html.ts'
import { chooseLanguage } from './language.ts'
import { brand, sendPage, stage } from './page.ts'

/** Answers unknown pages and errors with a page. */
export function answerProblems(app: FastifyInstance, product: string, home: string, log: (line: string) => void) {
  const words = {
    missing: { en: ['Nothing here', 'There is no such page.'], da: ['Her er ikke noget', 'Siden findes ikke.'] },
    late: {
      en: ['This page has expired', 'Go back to the portal and start again.'],
      da: ['Siden er udløbet', 'Gå tilbage til portalen, og begynd forfra.'],
    },
    broken: { en: ['Something went wrong', 'Try again in a moment.'], da: ['Noget gik galt', 'Prøv igen om lidt.'] },
  } as const
  const send = (
    problem: keyof typeof words,
    status: number,
    acceptLanguage: string | undefined,
    reply: FastifyReply,
  ) => {
    const language = chooseLanguage(acceptLanguage)
    const [title, text] = words[problem][language]
    const way = html`<a class="button" href="${home}">${language === 'da' ? 'Til portalen' : 'To the portal'}</a>`
    const body = stage(
      html`<main class="card">
        ${brand(product)}
        <div class="intro">
          <h1>${title}</h1>
          <p class="dim">${text}</p>
        </div>
        ${way}
      </main>`,
    )
    return sendPage(reply, { title, language, product, body }, status)
  }
  app.setNotFoundHandler((request, reply) => send('missing', 404, request.headers['accept-language'], reply))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) log(`simulators: ${error.stack ?? error.message}`)
    if (request.headers['content-type']?.includes('json')) return reply.code(status).send({ Message: error.message })
    return send(status >= 500 ? 'broken' : 'late', status, request.headers['accept-language'], reply)
  })
}
