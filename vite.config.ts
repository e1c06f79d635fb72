import { defineConfig, type Plugin } from 'vite'
import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { compression } from 'vite-plugin-compression2'

export default defineConfig({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loader and page come together; what an address needs to know before them stays in the first script.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] },
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    // The options of `npm run words`: both write generated/words.
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './generated/words',
      strategy: ['baseLocale'],
    }),
    // The server sends what is compressed already.
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(js|css|svg)$/,
      threshold: 0,
      skipIfLargerOrEqual: false,
    }),
    startMembersEarly(),
  ],
  css: { postcss: '.' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    license: { fileName: 'third-party-licences.txt' },
    target: 'baseline-widely-available',
    // All browsers of the target but the oldest preload modules, and these load them a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Each page loads only its own words and icons.
        moduleSideEffects: [{ test: /generated[\\/]words[\\/]messages|web[\\/]ui[\\/]icons/, sideEffects: false }],
      },
      output: {
        // Pages for an office's staff stay apart: the service worker does not cache them. A shared part is named by its group alone, not by
        // all pages that share it: the first script lists every name.
        chunkFileNames: ({ name, facadeModuleId }) =>
          /routes[\\/]_member\._office|features[\\/]events[\\/]office[\\/]/.test(facadeModuleId ?? '')
            ? 'assets/office/[name]-[hash].js'
            : `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // Style sheets that pages share, in one file instead of a request for each. What is a page's own comes with it.
            {
              name: 'styles',
              test: /^(?!.*(node_modules|features[\\/](conversations|orders[\\/](?!checkout)|events[\\/](calendar|tickets|registration)))).*\.css$/,
              priority: 9,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 8 },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 7 },
            { name: 'portal', tags: ['$initial'], priority: 6 },
            // The pages that visitors read, with the parts that members' pages share with them: an event, which is shared most, then clubs.
            {
              name: 'open-event',
              test: /routes[\\/]-open-event\.tsx$|ui[\\/]markdown[\\/]linked-text|contract[\\/]cut-text/,
              priority: 5,
            },
            { name: 'clubs', test: /web[\\/]routes[\\/]-(open-organizations?|front)\.tsx$/, priority: 4.8 },
            // For everybody after the page: the watch over network and builds.
            { name: 'app-watch', test: /frame[\\/]app-watch\.tsx$/, priority: 4.7 },
            // The sign-in client, and what of the app's code it needs: it starts before the rest has come.
            {
              name: 'session',
              test: /web[\\/]api[\\/](config|parse-stored|session[\\/]browser-session)\.ts$/,
              priority: 8.5,
            },
            { name: 'sign-in', test: /session[\\/]page-identity\.ts$/, priority: 8.4 },
            // The members' layout, who they are and what they ask of events.
            {
              name: 'frame',
              test: /(frame[\\/]member-frame|session[\\/]find-caller|features[\\/]events[\\/]queries)\.tsx?$/,
              priority: 4.5,
            },
            // Parts that every member's page loads besides.
            {
              name: 'member',
              test: new RegExp(
                [
                  /(side-panel|membership-prompt)\.tsx$/,
                  /web[\\/]ui[\\/](use-|dialogs[\\/](focus|outcome\.)|words[\\/]total)/,
                  /web[\\/]routes[\\/]-load/,
                  /web[\\/]features[\\/](memberships|orders)[\\/](words|order-place|unpaid[\\/]unpaid-notice|checkout[\\/]payment-record)|family[\\/]link-order/,
                  /features[\\/](memberships[\\/](people|summary|needs[\\/]family-needs|renewals[\\/]renewals)\.ts|members[\\/](acting[\\/]for-whom|address-rules)|events[\\/]tickets[\\/]group-tickets)/,
                  /@mantine[\\/]core.*[\\/]DirectionProvider[\\/]|RadioIcon|CheckIcon/,
                  /use-debounced/,
                ]
                  .map(({ source }) => source)
                  .join('|'),
              ),
              priority: 4.4,
            },
            // The kit's form fields, which most pages with a form or a filter use together.
            {
              name: 'fields',
              test: /(@mantine[\\/]core.*[\\/](Input|InputBase|InlineInput|InputsGroupFieldset|TextInput|Textarea|NativeSelect|Checkbox|Chip|Combobox[\\/](get-parsed-combobox-data|ComboboxChevron))|web[\\/]ui[\\/]fields)[\\/]/,
              minShareCount: 3,
              priority: 4,
            },
            // The library of the forms, which every page of an office with a form uses as well.
            { name: 'form', test: /@mantine[\\/]form|shallow-equal/, minShareCount: 2, priority: 4.1 },
            // Shared by buying a membership and registering: the address, the way to the payment window.
            {
              name: 'purchase',
              test: /orders[\\/]checkout|features[\\/]members[\\/](birth-date-field|city-of-post-code|post-codes\.ts|profile-values)/,
              minShareCount: 2,
              priority: 4,
            },
            // The kit's code that places lists and panels beside a field or a button.
            {
              name: 'floating',
              test: /@floating-ui|@mantine[\\/]core.*[\\/](Combobox|Popover|Floating|ScrollArea)[\\/]/,
              minShareCount: 2,
              priority: 3.9,
            },
            // The first page with its small parts, which few others share.
            { name: 'dashboard', test: /routes[\\/]-dashboard\.tsx$/, priority: 1.5 },
            // Its lists further down.
            {
              name: 'home-lists',
              test: /features[\\/](home[\\/]coming-events|events[\\/]waiting[\\/]my-wishes)\.tsx$/,
              priority: 1.4,
            },
            { name: 'header', test: /(notifications[\\/]bell|header-tools)\.tsx$/, priority: 1 },
            // Panels that open from the header, and the kit's code that places them.
            {
              name: 'menus',
              test: /@floating-ui|@mantine[\\/]core.*[\\/](Menu|Popover|Floating)[\\/]|(bell-panel|acting-menu|person-menu)\.tsx$/,
              minShareCount: 2,
              entriesAware: true,
              priority: 2.5,
            },
            // Each text is a module: those that two pages share come in one file.
            {
              name: 'words',
              test: /generated[\\/]words/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 13_000,
              priority: 2,
            },
            // Shared by many pages: each loads only what it uses of it.
            { name: 'shared', minShareCount: 20, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
})

/** The pages that members open the portal with: their addresses, and the names of their chunks. */
const opened: readonly [address: string, chunk: RegExp][] = [
  ['^/$', /^dashboard$/],
  ['^/events$', /^-events$/],
  ['^/[^/]+/events/[^/]+$', /^-event$/],
  ['^/membership/new$', /^_member\.membership\.new$/],
]

/**
 * Where somebody was signed in before, starts their sign-in and requests the members' layout and the page together with the
 * first scripts (web/main.tsx loads them then): on a phone 0.4 s less. Not where the server sends an event's words, which
 * paint first. The style sheet comes before them.
 */
function startMembersEarly(): Plugin {
  return {
    name: 'start-members-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return []
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const withImports = (files: Set<string>, file: string): Set<string> =>
          files.has(file)
            ? files
            : chunks.find(({ fileName }) => fileName === file)!.imports.reduce(withImports, files.add(file))
        const requested = (wanted: (chunk: (typeof chunks)[number]) => boolean) =>
          chunks.filter(wanted).reduce((files, { fileName }) => withImports(files, fileName), new Set<string>())
        const signIn = chunks.find(({ name }) => name === 'sign-in')!
        const first = requested(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html') ?? false)
        const later = (name: RegExp) =>
          [...requested((chunk) => name.test(chunk.name))].filter((file) => !first.has(file))
        const frame = later(/^(frame|member|sign-in)$/)
        const pages = opened.map(([address, page]) => [address, later(page).filter((file) => !frame.includes(file))])
        const children = `try {
        if (localStorage.getItem('portal.last-activity') && !document.querySelector('.sk-event')) {
          import('/${signIn.fileName}').catch(function () {});
          var page = ${JSON.stringify(pages)}.find(function (one) { return new RegExp(one[0]).test(location.pathname) });
          ${JSON.stringify(frame)}.concat(page ? page[1] : []).forEach(function (file) {
            document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href: '/' + file }))
          })
        }
      } catch (blocked) {}`
        return [{ tag: 'script', children, injectTo: 'body' }]
      },
    },
  }
}
