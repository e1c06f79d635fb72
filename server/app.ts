import { api } from '#contract/api.ts'
import { portalConfig } from './config.ts'
import type { Context } from './context.ts'
import { findCaller, recordCall } from './domains/members/index.ts'
import { eventPreviews, knownEvents } from './domains/events/index.ts'
import { startLiveBells } from './domains/notifications/index.ts'
import { clubPreviews, knownClubs } from './domains/organisations/index.ts'
import { addApiReference } from './http/pages/api-reference.ts'
import { listen, type Listening } from './http/listen.ts'
import { measure } from './http/metrics.ts'
import { nameRoutes } from './http/openapi.ts'
import { addPages } from './http/pages/pages.ts'
import { createHttp, type Front } from './http/server.ts'
import { addWebFiles, builtWeb, type Web } from './http/pages/web-files.ts'
import { pagePatterns } from './page-patterns.ts'
import { pageStatus } from './page-status.ts'
import { routesOf } from './routes.ts'
import { release } from './database/release.ts'
import { addSitemap, frontPreviews } from './open-pages.ts'
import { addWebManifest } from './web-manifest.ts'

export interface AppOptions {
  /** The built web app when left out. */
  readonly web?: Web
  readonly fronts?: readonly Front[]
}

/** Builds the server and starts listening. */
export async function startApp(
  context: Context,
  { web = builtWeb(), fronts = [] }: AppOptions = {},
): Promise<Listening> {
  const { config, publicUrl } = context
  const { oidc, freepay, product } = config
  const { version } = release
  const bells = startLiveBells(context)
  const routes = routesOf(context, bells)
  const named = nameRoutes(api, routes)
  const { app, health } = await createHttp({
    ...context,
    ...config,
    product: product.key,
    findCaller,
    recordCall,
    routes,
    fronts,
    pages: pagePatterns,
  })
  measure(context.metrics, {
    name: 'portal_streams',
    help: 'Open event streams on this server',
    labels: [],
    read: () => [{ labels: {}, value: bells.open }],
  })
  addApiReference(app, named, { product: product.key, productName: product.name, version, publicUrl })
  await addWebFiles(app, web, { ...config, version })
  addWebManifest(app, product.name)
  addSitemap(app, context)
  addPages(app, {
    publicUrl,
    issuer: oidc.issuer,
    gatewayUrl: freepay.gatewayUrl,
    index: web.index,
    build: web.build ?? '',
    patterns: pagePatterns,
    statusOf: pageStatus({ isClub: knownClubs(context), clubOfEvent: knownEvents(context) }),
    config: portalConfig(config),
    previews: [frontPreviews(context), eventPreviews(context), clubPreviews(context)],
  })
  app.addHook('preClose', () => bells.close())
  return listen(app, health, config)
}
