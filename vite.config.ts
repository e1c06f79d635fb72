import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { compressedTwins } from './scripts/web-build/compressed-twins.ts'
import { emptyPlaceholders } from './scripts/web-build/empty-placeholders.ts'
import { onlyQuestions } from './scripts/web-build/only-questions.ts'
import { ownLanguage } from './scripts/web-build/own-language.ts'
import { chunkGroups, pageFiles, type PageFilesOptions } from './scripts/web-build/page-files.ts'
import { serviceWorker } from './scripts/web-build/service-worker-plugin.ts'
import { sessionFirst } from './scripts/web-build/session-first.ts'
import { skeletonFirst } from './scripts/web-build/skeleton-first.ts'
import { smallPreload } from './scripts/web-build/small-preload.ts'
import { withoutDisplayNames } from './scripts/web-build/without-display-names.ts'

/** What is asked of whoever is signed in on most pages; its code comes with the first use. */
const fetched = ['/api/acting/fetch-people.ts', '/features/orders/unpaid/fetch-unpaid.ts']

const pages: PageFilesOptions = {
  routes: 'routes',
  main: ['_member.index', '_member.events', '_member.$orgKey.events.$id.index', '_member.membership.new'],
  later: {
    '_member.index': ['/features/memberships/needs/family-needs.tsx', ...fetched],
    '_member.membership.new': ['/features/memberships/sale/basket-extras.ts', ...fetched],
  },
  after: [
    '/frame/app-watch.tsx',
    '/features/session/session-watch.tsx',
    '/frame/member-bell.tsx',
    '/features/members/acting/header-tools.tsx',
    '/features/memberships/needs/membership-prompt.tsx',
    '/frame/side-panel.tsx',
  ],
}

/** What makes of the app what is served; the first of two passes only looks what belongs together (`scripts/build-web.mjs`). */
const served = () => [
  pageFiles(pages),
  serviceWorker({
    source: 'service-worker/service-worker.ts',
    files: ['/fonts/figtree-latin.woff2', '/favicon.svg', '/favicon-32.png', '/icon-192.png'],
    offline: [
      ...['tickets', '$orgKey.events.$id.tickets.index', '$orgKey.events.$id.tickets.$eveEntryId', 'my-calender'].map(
        (route) => `/routes/_member.${route}.tsx`,
      ),
      '/frame/app-watch.tsx',
      '/api/kept/kept-copy.ts',
      '/features/session/offline-door.tsx',
    ],
  }),
  compressedTwins(),
  emptyPlaceholders(),
  skeletonFirst(),
  sessionFirst(),
]

export default defineConfig(({ mode }) => ({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page comes in one file with what loads its data.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] },
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    onlyQuestions(),
    smallPreload(),
    withoutDisplayNames(),
    react(),
    ownLanguage(),
    // The same options as `npm run words`: both write generated/words.
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './generated/words',
      strategy: ['baseLocale'],
    }),
    ...(mode === 'chunk-groups' ? [chunkGroups(pages)] : served()),
  ],
  css: { postcss: '.' },
  resolve: {
    // What React did not have before version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js' },
  },
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
        // The first script names all others: a letter less of each is a sixth of a kilobyte.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // Begins to ask who is signed in while all else is on its way, so that it comes alone and imports none of it.
            { name: 'session', test: /[\\/]web[\\/]start-session\.ts$/, priority: 4 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // What every page needs comes in two files instead of fifty.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'portal', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
}))
