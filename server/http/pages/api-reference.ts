import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { openApi, type NamedRoute } from '../openapi.ts'
import { apiReferencePolicy } from '../security-headers.ts'

export interface Documentation {
  readonly product: string
  readonly productName: string
  readonly version: string
  readonly publicUrl: string
}

/** `/openapi.json` for machines and `/docs` for people, both from the contract. */
export async function addApiReference(
  app: FastifyInstance,
  routes: readonly NamedRoute[],
  { product, productName, version, publicUrl }: Documentation,
): Promise<void> {
  const title = `${productName} API`
  let specification: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    // Generated on the first request, so that the start does not wait for it.
    specification ??= JSON.stringify(openApi(routes, { title, version, product, url: publicUrl }))
    return reply.type('application/json; charset=utf-8').send(specification)
  })
  await app.register(async (reference) => {
    reference.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      if (isPage && typeof payload === 'string') reply.header('content-security-policy', apiReferencePolicy(payload))
      return payload
    })
    await reference.register(scalar, {
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
  })
}
