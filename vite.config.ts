import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { serviceWorker } from './scripts/worker-plugin.ts'

/** Leaves a `.br` and a `.gz` beside every text file, which the server sends to browsers that take them. */
function compressedTwins(): Plugin {
  let folder = ''
  return {
    name: 'compressed-twins',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir)
    },
    async closeBundle() {
      // A build that failed has said why.
      if (!existsSync(folder)) return
      const names = await readdir(folder, { recursive: true })
      const texts = names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name))
      await Promise.all(texts.map((name) => compress(path.join(folder, name))))
    },
  }
}

async function compress(file: string) {
  const bytes = await readFile(file)
  if (bytes.length < 500) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/**
 * A browser needs to know where and how to ask: the client reads method, path, which fields go into the query, and whether
 * there is a body. The schemas of questions and answers are the server's to check, and forms import those they check by
 * name; here they are left out, with all that only they need. An answer that is no JSON stays: it is read in another way.
 */
function onlyQuestions(): Plugin {
  return {
    name: 'only-questions',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]contract[\\/][\w-]+\.ts$/.test(id)) return null
      const unread = propertiesOfEndpoints(this.parse(code)).filter(({ key, value }) =>
        key.name === 'output'
          ? value.type !== 'Literal'
          : ['summary', 'errors', 'params', 'headers', 'body'].includes(key.name),
      )
      const short = unread
        .toSorted((a, b) => b.start - a.start)
        .reduce((text, { key, start, end }) => {
          const rest = text.slice(end).replace(/^\s*,/, '')
          return `${text.slice(0, start)}${key.name === 'body' ? 'body: {},' : ''}${rest}`
        }, code)
      return { code: short, map: null }
    },
  }
}

interface Property {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly key: { readonly name: string }
  readonly value: { readonly type: string }
}

/** The properties of everything that is handed to `endpoint`, and of what several endpoints share. */
function propertiesOfEndpoints(node: unknown): Property[] {
  if (typeof node !== 'object' || node === null) return []
  const {
    type,
    callee,
    properties = [],
  } = node as { type?: string; callee?: { name?: string }; properties?: Property[] }
  const call = node as { arguments?: { properties?: Property[] }[] }
  const handed = type === 'CallExpression' && callee?.name === 'endpoint' ? call.arguments?.[0]?.properties : undefined
  // What is spread into an endpoint stands by itself.
  const named = (handed ?? properties).filter((property) => property.type === 'Property')
  const keys = named.map(({ key }) => key.name)
  if (handed || (keys.includes('method') && keys.includes('errors'))) return named
  return Object.values(node).flatMap(propertiesOfEndpoints)
}

/** What development tools call the kit's parts, which nobody reads in what members load. */
function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]@mantine[\\/].*\.mjs$/ },
      handler: (code) => ({ code: code.replaceAll(/^\w+\.displayName = "[^"]*";$/gm, ''), map: null }),
    },
  }
}

/** Which language is spoken the page says itself (`web/api/language.ts`); the compiler's many ways to find out stay out. */
function ownLanguage(): Plugin {
  const code = [
    'export const experimentalStaticLocale = undefined',
    "export let getLocale = () => 'en'",
    'export const overwriteGetLocale = (speak) => { getLocale = speak }',
  ]
  return {
    name: 'own-language',
    enforce: 'pre',
    load: { filter: { id: /\/generated\/words\/runtime\.js$/ }, handler: () => code.join('\n') },
  }
}

/** The page's own skeleton is painted before the styles of what follows it are there: they stand behind it. */
function skeletonFirst(): Plugin {
  return {
    name: 'skeleton-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        return styles
          .reduce((page, link) => page.replace(link, ''), html)
          .replace('<noscript>', `${styles.join('')}<noscript>`)
      },
    },
  }
}

/** Without the server nobody fills in the nonce and the configuration; the page then uses its defaults. */
function emptyPlaceholders(): Plugin {
  return {
    name: 'empty-placeholders',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replaceAll('__CSP_NONCE__', '').replace('<!--portal-config-->', '').replace('__BUILD_ID__', ''),
  }
}

export default defineConfig({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    onlyQuestions(),
    withoutDisplayNames(),
    react(),
    ownLanguage(),
    // The same options as `npm run words`: both write generated/words.
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './generated/words',
      strategy: ['baseLocale'],
    }),
    serviceWorker({
      source: 'worker/service-worker.ts',
      files: ['/fonts/figtree-latin.woff2', '/favicon.svg', '/favicon-32.png', '/icon-192.png'],
      offline: [
        ...['tickets', '$orgKey.events.$id.tickets.index', '$orgKey.events.$id.tickets.$eveEntryId', 'my-calender'].map(
          (route) => `/routes/_member.${route}.tsx`,
        ),
        ...['pages/tickets/load-tickets', 'pages/events/load-events', 'frame/app-watch'].map((part) => `/${part}.ts`),
        '/api/kept/kept-copy.ts',
        '/features/session/offline-door.tsx',
      ],
    }),
    compressedTwins(),
    emptyPlaceholders(),
    skeletonFirst(),
  ],
  css: { postcss: '.' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: {
      polyfill: false,
      // A script names what it imports by itself; only its styles have to be told. The table of all of them would stand in
      // the first script, which every page waits for.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      treeshake: {
        // Each page loads only its own words.
        moduleSideEffects: [{ test: /generated[\\/]words[\\/]messages/, sideEffects: false }],
        // The sign-in library tells a log that nobody reads here.
        manualPureFunctions: [
          ...['create', 'debug', 'info', 'warn', 'error'].flatMap((name) =>
            ['logger2', 'this._logger', 'Logger'].map((log) => `${log}.${name}`),
          ),
          // A schema that nobody uses does nothing.
          'z',
          'singleLine',
          'requiredLine',
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // What every page needs comes in two files instead of fifty.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'portal', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
})
