/** Conventions that no linter checks, each with its message. Run by `npm run check`. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errors } from '#contract/errors.ts'
import { carelessMigration } from './gentle-migrations.ts'
import { oldWordsIn } from './old-words.ts'

interface Convention {
  readonly files: (file: string) => boolean
  /** The faults of a file, with their lines. */
  readonly breaches: (text: string, file: string) => readonly Breach[]
}
interface Breach {
  readonly line?: number
  readonly sentence: string
}

const isCode = (file: string) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !file.includes('.gen.')
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)
const isDomain = (file: string) => file.startsWith('server/domains/') && !isTest(file)
const thisFile = 'scripts/checks/check-conventions.ts'

/** Migrations that have run never change. The Danish messages have Danish words, and the office refunds money by hand in its own. */
const mayHaveWords = (file: string) =>
  /\.(ts|tsx|mjs|cjs|md|css|yml|json|sql)$/.test(file) &&
  !/^(server\/database\/migrations|messages|generated)\/|package-lock/.test(file)
/** They name the old words. */
const wordLists = new Set(['scripts/checks/old-words.ts', 'scripts/checks/check-words.mjs', 'docs/words.md'])

/** The files that may format dates, money and numbers, or convert time zones. */
const formatting = new Set([
  'contract/events/move.ts',
  'contract/money-words.ts',
  'contract/when-words.ts',
  'web/ui/words/format.ts',
  'server/database/clock.ts',
  'server/domains/conversations/notifications/contact-mails.ts',
  'server/domains/events/event-days.ts',
  'server/database/local-time.ts',
  'server/domains/events/when-words.ts',
  'server/documents/format.ts',
])

/**
 * A text cut by hand: `name.slice(0, 80)`, `line.slice(0, LONGEST)`. Dates and codes are shorter than 25 letters, hashes come from `digest`, and lists are in
 * the plural.
 */
const handCut =
  /\.subst(r|ring)\(|(?<!digest\('(hex|base64url)'\)|\w+s)\??\.slice\(0, *(2[5-9]|[3-9]\d|\d[\d_]{2,}|\w*(LONG|LENGTH|PREVIEW|CHARACTERS)\w*)\b/

/** Every matching line, with what to do about it. */
function forbid(pattern: RegExp, sentence: string) {
  return (text: string): Breach[] =>
    text.split('\n').flatMap((content, index) => (pattern.test(content) ? [{ line: index + 1, sentence }] : []))
}

/** Components that a column of a list draws and that hold a dialog. */
function dialogsInRows(text: string): Breach[] {
  const drawn = new Set([...text.matchAll(/\brender: \([^)]*\) =>[^\n]*\n?[^\n]*<([A-Z]\w+)/g)].map(([, name]) => name))
  return text.split(/\n(?=(?:export )?(?:const|function) )/).flatMap((part) => {
    const name = /^(?:export )?(?:const|function) (\w+)/.exec(part)?.[1]
    const holds = /<(Modal|Drawer|\w*(Dialog|Question|Window))\b/.test(part)
    return claim(
      !drawn.has(name) || !holds,
      `${name}: a dialog stands beside its list, whose rows go when a phone is turned`,
    )
  })
}

/** Calls of `mutate` with callbacks, which follow one argument. */
function mutateCallbacks(text: string): Breach[] {
  const sentence =
    'What follows a change is said by whenDone(): callbacks of `mutate` are dropped when the button has gone'
  return [...text.matchAll(/\.mutate\(/g)].flatMap(({ index }) => {
    let depth = 0
    for (const sign of text.slice(index + '.mutate('.length)) {
      if ('([{'.includes(sign)) depth++
      if (sign === ',' && depth === 0) return [{ line: text.slice(0, index).split('\n').length, sentence }]
      if (')]}'.includes(sign) && depth-- === 0) break
    }
    return []
  })
}

/** Errors made of a code alone, in a file that does not load their texts. Those of `problem-text.ts` are there without. */
function codesWithoutText(text: string): Breach[] {
  const bare =
    /problemOfCode\(|new ApiProblem\((?!'(timeout|offline|unauthenticated|forbidden|too_many_requests|unavailable|internal)')(?!.*\btitle\b)/
  return text.includes('loadProblemText(')
    ? []
    : forbid(bare, 'Until its text is loaded, a code is shown as it is: loadProblemText() where it is read')(text)
}

/** Messages about a whole file. */
const claim = (holds: boolean, sentence: string): Breach[] => (holds ? [] : [{ sentence }])

const conventions: Convention[] = [
  {
    files: isCode,
    breaches: (_, file) =>
      claim(
        !/(^|\/)(utils?|helpers?|types|services?|common|misc)(\/|\.)/.test(file),
        'A file is named after what it does, a folder after what it is about',
      ),
  },
  {
    files: (file) => isTest(file) && file.startsWith('server/'),
    breaches: forbid(
      /from pg_stat_activity where application_name/,
      "A test ends the connections of its own database alone: other files' tests share the cluster",
    ),
  },
  {
    files: (file) => isCode(file) && file !== thisFile,
    breaches: forbid(
      /(oxlint|eslint)-disable|@ts-(ignore|nocheck|expect-error)|(oxfmt|prettier)-ignore|knip-ignore/,
      'No comment switches a check off: fix the code or change the rule for all',
    ),
  },
  {
    files: (file) => file.startsWith('web/') && isCode(file) && !isTest(file),
    breaches: mutateCallbacks,
  },
  {
    files: (file) => file.startsWith('server/') && isCode(file) && !isTest(file) && file !== 'server/database/clock.ts',
    breaches: forbid(
      /portal_now\(\)( at time zone 'Europe\/Copenhagen'\))?::date/,
      'The date of today in SQL is copenhagenToday of server/database/clock.ts',
    ),
  },
  {
    files: (file) => /^web\/(?!api\/)/.test(file) && isCode(file) && !isTest(file),
    breaches: codesWithoutText,
  },
  {
    files: (file) => file.startsWith('web/') && isCode(file),
    breaches: forbid(
      /format(Short)?Date\(.*\.slice\(0, 10\)/,
      'A moment that is cut is a day in UTC: formatDate() takes it whole',
    ),
  },
  {
    // Delayed actions wait in the queue, by its clock.
    files: (file) => isDomain(file) && isCode(file) && file !== 'server/domains/audit/delayed-actions.ts',
    breaches: forbid(
      // The queue uses the machine's clock, so a job's `runAt` does, too. `performance.now()` only measures how long something takes.
      /^(?!.*\brunAt:).*(\bDate\.now\(|new Date\(\)|\bcurrent_(timestamp|date|time)\b|(?<!portal_|performance\.)\bnow\(\))/i,
      'One clock: rules and SQL ask portal_now(), code asks tx.now',
    ),
  },
  {
    files: (file) => isDomain(file) && isCode(file) && file !== 'server/domains/members/language-of.ts',
    breaches: forbid(
      /(anguage|ocale)\)? (\?\?|=) '(da|en)'/,
      'The language of somebody who chose none has one rule: languageOf() of the members',
    ),
  },
  {
    files: (file) => isDomain(file) && isCode(file) && !file.endsWith('-state.ts'),
    breaches: forbid(
      /\.set\(\{ (status|state)\b|\bset (status|state)\b|\bstatus: '\w+' as const/,
      'A status has one door: its …-state.ts writes it',
    ),
  },
  {
    files: (file) => file.startsWith('web/') && isCode(file) && !isTest(file) && file !== 'web/paths.ts',
    breaches: forbid(/\b(to|href)[=:]\s*\{?\s*["'`]\/(?!\/)/, 'Every link goes through web/paths.ts'),
  },
  {
    files: (file) => /^(contract|web|server)\//.test(file) && isCode(file) && !isTest(file) && !formatting.has(file),
    breaches: forbid(
      /\bIntl\.(?!\w+Options\b|Segmenter\b)|\.toLocale(Date|Time)?String\(/,
      'Dates, money and numbers have one way into words: web/ui/words/format.ts, on the server a file of the list in this check',
    ),
  },
  {
    files: (file) => /^(contract|web|server)\//.test(file) && isCode(file) && !isTest(file) && !formatting.has(file),
    breaches: forbid(
      /[−-](\$?\{)?(formatMoney|formatSum|formatNumber|money|MoneyText)\(|[−]\$?\{|>[−-]<|\$\{\w+\}[ \u00a0](kr\.|DKK)|(kr\.|DKK)[ \u00a0]\$\{/,
      'An amount is written as a whole, with its sign and currency, by contract/money-words.ts',
    ),
  },
  {
    files: (file) => /^messages\/\w+\.json$/.test(file),
    breaches: forbid(
      /\{\w+\} ?(kr\.|DKK)|(kr\.|DKK) ?\{|[−-]\{(amount|price|total|off)\}/,
      'A message gets an amount as a whole, with its currency',
    ),
  },
  {
    files: (file) => /^(web|server)\//.test(file) && isCode(file) && !isTest(file),
    breaches: forbid(
      /['"`]tel:|(^\s*|>)\{[\w.]*\bphone\}(<|\s*$)/,
      'A phone number is shown and dialled by contract/phone-words.ts',
    ),
  },
  {
    files: (file) =>
      /^(contract|web|server)\//.test(file) && isCode(file) && !isTest(file) && !file.startsWith('server/testing/'),
    breaches: forbid(handCut, 'A text is shortened in one place, between characters: contract/cut-text.ts'),
  },
  {
    files: (file) =>
      /^contract\/[\w/-]+\.ts$/.test(file) && !isTest(file) && !/contract\/(values|email)\.ts$/.test(file),
    breaches: forbid(
      /\bz\.(string|number|int|int32|coerce|iso|uuid|guid|email)\b/,
      'A field of the contract is made of what contract/values.ts offers: text(), integer(), Id, Moment and the others',
    ),
  },
  {
    files: (file) => /^(web|server\/domains)\//.test(file) && isCode(file) && !isTest(file),
    breaches: forbid(
      /\bname: [\w.?]+\.firstName\b/,
      'Whoever has one name may have no first one: callName() of contract/members/full-name.ts',
    ),
  },
  {
    files: (file) => file.startsWith('web/') && isCode(file),
    breaches: forbid(
      /\bkey: form\.key\(/,
      'React warns of a key among props that are spread: write key={…} beside them',
    ),
  },
  {
    files: (file) => file.startsWith('web/') && file.endsWith('.tsx') && !isTest(file),
    breaches: dialogsInRows,
  },
  {
    files: (file) => mayHaveWords(file) && !wordLists.has(file),
    breaches: oldWordsIn,
  },
  {
    files: (file) => /^server\/database\/migrations\/.*\.sql$/.test(file),
    breaches: (text, file) => carelessMigration(text, path.basename(file)),
  },
  {
    files: (file) => file === 'package.json',
    breaches: (text) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text) as Record<
        string,
        Record<string, string>
      >
      const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      return all.flatMap(([name, version]) =>
        claim(/^\d+\.\d+\.\d+/.test(version), `${name} is pinned to one exact version`),
      )
    },
  },
  {
    files: (file) => file === 'package-lock.json',
    breaches: (text) => claim(!text.includes('"resolved"'), 'The lockfile holds no download addresses'),
  },
  {
    files: (file) => /^docs\/decisions\/(?!README).*\.md$/.test(file),
    breaches: (text, file) => [
      ...claim(/\/\d{4}-[a-z0-9-]+\.md$/.test(file), 'A decision is named 0001-what-was-decided.md'),
      ...claim(text.trimEnd().split('\n').length <= 30, 'A decision has at most 30 lines'),
      ...['Context', 'Decision', 'Consequences'].flatMap((part) =>
        claim(text.includes(`\n## ${part}\n`), `A decision has a part '${part}'`),
      ),
    ],
  },
]

/** Decisions are numbered 1, 2, 3 … without gaps, and the table of contents has each with its title. */
function missingDecisions(files: readonly string[]): string[] {
  const decisions = files.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).toSorted()
  const contents = readFileSync(path.join(root, 'docs/decisions/README.md'), 'utf8')
  return decisions.flatMap((file, index) => {
    const [head = ''] = readFileSync(path.join(root, file), 'utf8').split('\n')
    const title = head.replace(/^# \d+\. /, '')
    const number = Number(file.slice(15, 19))
    const previous = index === 0 ? 0 : Number(decisions[index - 1]?.slice(15, 19))
    return [
      ...(number === previous + 1 ? [] : [`${file}: the next number is ${previous + 1}`]),
      ...(head.startsWith(`# ${number}. `) ? [] : [`${file}: the title begins with another number`]),
      ...(contents.includes(`| ${number} | [${title}](${path.basename(file)}) |`)
        ? []
        : [`docs/decisions/README.md: ${file} is missing, or has another title`]),
    ]
  })
}

/**
 * A new migration has the highest number. After a restore it runs behind all of the backup's, which run by their names; with a lower number it
 * would run in another order in a new database.
 */
function numberedTooLow(files: readonly string[]): string[] {
  const folder = 'server/database/migrations/'
  const mains = git('for-each-ref', '--format=%(objectname)', 'refs/heads/main', 'refs/remotes/*/main')
  const known = new Set(mains.flatMap((main) => git('ls-tree', '--name-only', main, folder)))
  const highest = [...known].toSorted().at(-1) ?? ''
  return files
    .filter((file) => file.startsWith(folder) && !known.has(file) && file < highest)
    .map((file) => `${file}: a new migration has a number above ${path.basename(highest).slice(0, 4)}`)
}

/** Every error code must be used by the server, otherwise clients handle errors that never occur. */
function neverRaised(files: readonly string[]): string[] {
  const server = files.filter(
    (file) => /^server\/.*\.ts$/.test(file) && !isTest(file) && !file.startsWith('server/testing/'),
  )
  const text = server.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')
  return Object.keys(errors)
    .filter((code) => !text.includes(`'${code}'`))
    .map((code) => `contract/errors.ts: nothing on the server raises '${code}'`)
}

const root = path.resolve(import.meta.dirname, '../..')
/** The lines that git prints. */
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
  existsSync(path.join(root, file)),
)

const breaches = files.flatMap((file) => {
  const applying = conventions.filter((convention) => convention.files(file))
  if (applying.length === 0) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  return applying.flatMap((convention) =>
    convention
      .breaches(text, file)
      .map(({ line, sentence }) => `${file}${line === undefined ? '' : `:${line}`}: ${sentence}`),
  )
})
breaches.push(...missingDecisions(files), ...numberedTooLow(files), ...neverRaised(files))

for (const breach of new Set(breaches)) console.error(breach)
console.log(breaches.length === 0 ? `${files.length} files keep the conventions` : `${breaches.length} breaches`)
process.exitCode = breaches.length === 0 ? 0 : 1
