import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApi, type NamedRoute } from '../openapi.ts'
import { apiReferencePolicy } from '../security-headers.ts'

export interface Documentation {
  readonly product: string
  readonly productName: string
  readonly version: string
  readonly publicUrl: string
}

/** `/openapi.json` for machines and `/docs` for people, both from the contract. */
export function addApiReference(
  app: FastifyInstance,
  routes: readonly NamedRoute[],
  { product, productName, version, publicUrl }: Documentation,
): void {
  const title = `${productName} API`
  let specification: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    // Generated on the first request, so that the start does not wait for it.
    specification ??= JSON.stringify(openApi(routes, { title, version, product, url: publicUrl }))
    return reply.type('application/json; charset=utf-8').send(specification)
  })
  // Scalar takes 20 MB, and most portals are never asked for it: it is loaded by the first request.
  let reference: Promise<FastifyInstance> | undefined
  const answer = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    reference ??= openReference(title)
    const { statusCode, headers, payload } = await (await reference).inject(url)
    for (const name of ['content-type', 'location'] as const) if (headers[name]) reply.header(name, headers[name])
    if (headers['content-type']?.startsWith('text/html'))
      reply.header('content-security-policy', apiReferencePolicy(payload))
    return reply.code(statusCode).send(payload || null)
  }
  for (const address of ['/docs', '/docs/', '/docs/js/scalar.js']) app.get(address, answer)
}

async function openReference(title: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: title,
      url: '/openapi.json',
      favicon: '/favicon.svg',
      // No requests to other hosts; the page's policy forbids them, too.
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return app
}
