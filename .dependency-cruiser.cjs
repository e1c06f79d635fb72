/**
 * The import rule of ARCHITECTURE.md, row by row. Whatever a row does not allow is a breach; `npm run check` runs it.
 * Files are read by swc, because TypeScript 7 does not offer the API that the default parser needs (see scripts/checks/check-imports.ts).
 */

/** Earliest first: a domain may use those before it, through their `index.ts` only. */
const domains = [
  'audit',
  'organisations',
  'members',
  'notifications',
  'payments',
  'orders',
  'memberships',
  'events',
  'conversations',
  'people',
  'office',
  'operator',
  'privacy',
  'exports',
  'home',
]

/** Earliest first: a feature of the web app may use those before it. The names are the domains', behind the session. */
const features = [
  'session',
  'organisations',
  'members',
  'notifications',
  'orders',
  'memberships',
  'events',
  'conversations',
  'people',
  'office',
  'operator',
  'privacy',
  'home',
]

const ours = '^(contract|server|web|simulators|e2e|bench|chaos|scripts|generated)/'
const words = '^generated/words/'
const test = '\\.(test|e2e)\\.tsx?$'

const domainRules = domains.map((domain, position) => {
  const earlier = domains.slice(0, position)
  const index = earlier.length > 0 ? [`^server/domains/(${earlier.join('|')})/index\\.ts$`] : []
  return {
    name: `domain-${domain}`,
    comment:
      'A domain imports the contract, the machinery, the words, its own files and the index of an earlier domain. What a ' +
      'later domain does for it is passed in by routes.ts or context.ts, so that no arrow points backwards.',
    severity: 'error',
    from: { path: `^server/domains/${domain}/`, pathNot: test },
    to: {
      path: ours,
      pathNot: [
        '^contract/',
        '^server/(http|database|jobs|identity|documents|telemetry)/',
        `^server/domains/${domain}/`,
        words,
        ...index,
      ],
    },
  }
})

const featureRules = features.map((feature, position) => ({
  name: `feature-${feature}`,
  comment:
    'A feature imports the contract, the client, the ui, its own files and earlier features; pages put them together.',
  severity: 'error',
  from: { path: `^web/features/${feature}/`, pathNot: test },
  to: {
    path: ours,
    pathNot: [
      '^contract/',
      '^web/(forms|parts|api|ui)/',
      '^web/paths\\.ts$',
      `^web/features/(${features.slice(0, position + 1).join('|')})/`,
      words,
    ],
  },
}))

/** The machinery, lowest first; an arrow points downwards only. */
const machinery = ['telemetry', 'database', 'jobs', 'identity', 'http', 'documents']

const machineryRules = machinery.map((folder, position) => ({
  name: `machinery-${folder}`,
  comment:
    'The machinery knows the contract and the folders below it, never a domain, so that domains can be taken out.',
  severity: 'error',
  from: { path: `^server/${folder}/`, pathNot: test },
  to: { path: ours, pathNot: ['^contract/', `^server/(${machinery.slice(0, position + 1).join('|')})/`] },
}))

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      comment:
        'The contract runs in the browser and on the server: it knows zod, the reader of Markdown, Punycode and nothing of either.',
      severity: 'error',
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: ['^contract/', '^node_modules/(zod|mdast-util-from-markdown|punycode\\.js)/'] },
    },
    {
      name: 'browser-uses-zod-mini',
      comment: 'The small build of zod keeps the first load within its budget; the full one costs ten times as much.',
      severity: 'error',
      from: { path: '^(contract|web)/', pathNot: test },
      to: { path: '^node_modules/zod/', pathNot: '^node_modules/zod/(v4/)?mini/' },
    },
    {
      name: 'drizzle-comes-from-one-file',
      comment:
        'Node reads the manifest of drizzle-orm, which is 180 kB, again with each import from it: only sql.ts imports it.',
      severity: 'error',
      from: { path: '^(server|scripts|bench|chaos|e2e)/', pathNot: '^server/database/sql\\.ts$' },
      to: { path: '^node_modules/drizzle-orm/' },
    },
    ...domainRules,
    {
      name: 'domain-unknown',
      comment: 'A new domain takes its place in the order above before it imports anything of ours.',
      severity: 'error',
      from: { path: '^server/domains/', pathNot: [`^server/domains/(${domains.join('|')})/`, test] },
      to: { path: ours },
    },
    {
      name: 'domain-test-stays-in-reach',
      comment: "A test may use what its domain may, the test support and any domain's index; never another's inside.",
      severity: 'error',
      from: { path: `^server/domains/([^/]+)/.+${test}` },
      to: {
        path: ours,
        pathNot: [
          '^contract/',
          '^server/(http|database|jobs|identity|documents|telemetry|testing)/',
          '^server/[a-z]+\\.ts$',
          '^server/domains/$1/',
          '^server/domains/[^/]+/index\\.ts$',
          words,
        ],
      },
    },
    ...machineryRules,
    {
      name: 'assembly-is-outermost',
      comment:
        'app, routes, context, worker, schedule and messages put everything together; only the entries and tests start from them.',
      severity: 'error',
      from: {
        pathNot: [
          '^server/(main|app|routes|context|worker|schedule|messages|measures)\\.ts$',
          '^server/testing/',
          '^scripts/',
          test,
        ],
      },
      to: { path: '^server/(main|app|routes|context|worker|schedule|messages|measures)\\.ts$' },
    },
    {
      name: 'assembly-without-testing',
      comment: 'What runs in production contains no test support, no simulator, no script and no page.',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/testing/', test] },
      to: { path: '^(server/testing|simulators|scripts|web|e2e|bench|chaos)/' },
    },
    {
      name: 'testing-imports-the-server',
      comment:
        'The test support builds the app it tests, against the real simulators; it finds pages through paths.ts, and a browser.',
      severity: 'error',
      from: { path: '^server/testing/' },
      to: {
        path: ours,
        pathNot: [
          '^contract/',
          '^server/',
          '^simulators/',
          '^web/paths\\.ts$',
          '^scripts/installed-browser\\.mjs$',
          words,
        ],
      },
    },
    {
      name: 'web-without-server',
      comment: 'The browser reaches the server through the contract only.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: ours, pathNot: ['^web/', '^contract/', words] },
    },
    {
      name: 'web-without-node',
      comment: 'No Node module exists in a browser.',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'paths-stand-alone',
      comment:
        'Every link of the web app and of a browser story goes through paths.ts, so it depends on the contract only.',
      severity: 'error',
      from: { path: '^web/paths\\.ts$' },
      to: { path: ours, pathNot: '^contract/' },
    },
    {
      name: 'ui-knows-nothing-of-ours',
      comment:
        'Fields, dialogs and the shell serve every feature: no domain, no fetching, no page; words are the exception.',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: test },
      to: {
        path: ours,
        pathNot: [
          '^web/ui/',
          '^contract/(markdown|filters|cut-text|search-words|typed-amount|money-words|when-words)\\.ts$',
          words,
        ],
      },
    },
    {
      name: 'api-knows-the-contract',
      comment: 'The client turns the contract into calls and refusals into words; it knows the ui, and no feature.',
      severity: 'error',
      from: { path: '^web/api/', pathNot: test },
      to: { path: ours, pathNot: ['^web/(api|ui)/', '^contract/', words] },
    },
    {
      name: 'parts-know-the-client',
      comment:
        'Components around calls: an error with its retry, the next page, an export, a picture; they know no feature.',
      severity: 'error',
      from: { path: '^web/parts/', pathNot: test },
      to: { path: ours, pathNot: ['^web/(parts|api|ui)/', '^contract/', words] },
    },
    {
      name: 'forms-know-the-contract',
      comment: 'What every form is made of: declared fields, drafts, saving beside others; it knows no feature.',
      severity: 'error',
      from: { path: '^web/forms/', pathNot: test },
      to: { path: ours, pathNot: ['^web/(forms|parts|api|ui)/', '^contract/', words] },
    },
    ...featureRules,
    {
      name: 'feature-unknown',
      comment: 'A new feature takes its place in the order above before it imports anything of ours.',
      severity: 'error',
      from: { path: '^web/features/', pathNot: [`^web/features/(${features.join('|')})/`, test] },
      to: { path: ours },
    },
    {
      name: 'service-worker-stands-alone',
      comment: 'The service worker lives longer than a page and must stay small: it knows nothing of the app.',
      severity: 'error',
      from: { path: '^web/service-worker/' },
      to: { path: ours, pathNot: '^web/service-worker/' },
    },
    {
      name: 'frame-composes',
      comment: 'What stands around every page, and watches over the app, is composed as a page is, and knows none.',
      severity: 'error',
      from: { path: '^web/frame/', pathNot: test },
      to: { path: ours, pathNot: ['^web/(frame|features|forms|parts|ui|api)/', '^web/paths\\.ts$', words] },
    },
    {
      name: 'routes-are-leaves',
      comment:
        'A route is imported by the route tree only, which splits it from the first script; what two routes share stands in web/routes/-….',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: { path: '^web/routes/[^-]' },
    },
    {
      name: 'only-routes-import-routes-and-frame',
      comment: 'A page belongs to its route; the frame around all pages to the first route.',
      severity: 'error',
      from: { path: '^web/', pathNot: ['^web/(routes|frame)/', '^web/main\\.tsx$', test] },
      to: { path: '^web/(routes|frame)/' },
    },
    {
      name: 'simulators-know-nothing-of-ours',
      comment:
        'A simulator that shared code with our adapter would share its mistakes; it speaks the real protocol instead.',
      severity: 'error',
      from: { path: '^simulators/', pathNot: test },
      to: { path: ours, pathNot: '^simulators/' },
    },
    {
      name: 'stories-see-the-outside',
      comment: 'A browser story starts the app through the test support and finds its way through paths.ts.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: ours, pathNot: ['^e2e/', '^server/testing/', '^web/paths\\.ts$'] },
    },
    {
      name: 'scripts-start-and-seed',
      comment: 'Scripts start the server, its worker and the simulators, and fill a database; tests are not theirs.',
      severity: 'error',
      from: { path: '^scripts/', pathNot: test },
      to: {
        path: ours,
        pathNot: [
          '^scripts/',
          '^contract/',
          '^simulators/',
          '^server/(main|app|context|worker|schedule|messages|config|health-checks)\\.ts$',
          '^server/(database|jobs|documents)/',
          '^server/domains/[^/]+/index\\.ts$',
        ],
      },
    },
    {
      name: 'bench-measures-from-outside',
      comment:
        "A benchmark measures what a user meets: the started app or the built files. It fills the simulated gateway's ledger as it fills the database.",
      severity: 'error',
      from: { path: '^bench/' },
      to: {
        path: ours,
        pathNot: [
          '^bench/',
          '^contract/',
          '^server/',
          '^simulators/(store|card-gateway/schema)\\.ts$',
          '^web/paths\\.ts$',
          '^scripts/installed-browser\\.mjs$',
        ],
      },
    },
    {
      name: 'chaos-attacks-from-outside',
      comment:
        'The fault harness starts the real entries as processes; it shares with them the wire, the database, and what tests know.',
      severity: 'error',
      from: { path: '^chaos/' },
      to: { path: ours, pathNot: ['^chaos/', '^contract/', '^server/(database|jobs|testing)/', '^simulators/'] },
    },
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one thing, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'A file that nothing imports and that imports nothing is forgotten.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^scripts/((checks|operator|start)/)?[^/]+\\.(ts|mjs)$',
          '^web/test-page\\.ts$',
          '^web/public/',
          '\\.css$',
          '(^|/)[^/]+\\.config\\.(ts|mjs|cjs)$',
        ],
      },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere fails at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-unlisted-package',
      comment: "A package of someone else's dependency can vanish with their next version: list it in package.json.",
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-test-in-product',
      comment: 'Code that runs does not import a test.',
      severity: 'error',
      from: { pathNot: test },
      to: { path: test },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: ['^node_modules/', words] },
    exclude: { path: ['\\.gen\\.ts$', '\\?'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    cache: false,
  },
}
