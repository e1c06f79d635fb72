/** Checks that what the guides mention exists: links, pictures, commands, variables, calls, errors, labels. Run by `npm run check`. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { addressSource } from '#contract/members/address-source.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))

const documents: readonly Document[] = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: read(file) }))
/** Without decisions, which describe the time they were made. */
const guides = documents.filter(({ file }) => !file.startsWith('docs/decisions/'))
const allGuides = guides.map(({ text }) => text).join('\n')

interface Document {
  readonly file: string
  readonly text: string
}

/** Links to files and pictures, and to headings of documents. */
function deadLinks({ file, text }: Document): string[] {
  return [...text.matchAll(/(?:\]\(|\bsrc=")(?!https?:|mailto:)([^)"\s]+)/g)].flatMap(([, target = '']) => {
    const [name = '', heading] = target.split('#')
    const whole = name === '' ? file : path.join(path.dirname(file), name)
    if (!existsSync(path.join(root, whole))) return [`${file}: the link to ${target} leads nowhere`]
    if (heading === undefined || headingsOf(read(whole)).has(heading)) return []
    return [`${file}: ${whole} has no heading #${heading}`]
  })
}

/** A heading's anchor, as GitHub makes it. */
const headingsOf = (text: string) =>
  new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** Pictures in Markdown and, for smaller ones, HTML. */
const picturesOf = (text: string) => [
  ...[...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, words = '', target = '']) => ({ words, target })),
  ...[...text.matchAll(/<img [^>]*>/g)].map(([tag]) => ({
    words: /\balt="([^"]*)"/.exec(tag)?.[1] ?? '',
    target: /\bsrc="([^"]*)"/.exec(tag)?.[1] ?? '',
  })),
]

/** Every picture must be used by a guide, have an alternative text, and be small enough for a phone. */
function pictures(): string[] {
  const shown = guides.flatMap(({ file, text }) => picturesOf(text).map((picture) => ({ file, ...picture })))
  const names = new Set(shown.map(({ file, target }) => path.posix.join(path.posix.dirname(file), target)))
  const kept = files.filter((file) => file.startsWith('docs/pictures/'))
  return [
    ...shown
      .filter(({ words }) => words.trim() === '')
      .map(({ file, target }) => `${file}: the picture ${target} has no words`),
    ...kept.filter((file) => !names.has(file)).map((file) => `${file}: no guide shows this picture`),
    ...kept
      .filter((file) => statSync(path.join(root, file)).size > 60_000)
      .map((file) => `${file}: a picture has at most 60 kB`),
  ]
}

const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts)

function unknownCommands({ file, text }: Document): string[] {
  const named = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  return named.filter((name) => !scripts.includes(name)).map((name) => `${file}: there is no \`npm run ${name}\``)
}

function unnamedCommands(): string[] {
  const isNamed = (name: string) => new RegExp(`\\bnpm (run (-s )?)?${name}(?![\\w:-])`).test(allGuides)
  return scripts.filter((name) => !isNamed(name)).map((name) => `package.json: no guide names \`npm run ${name}\``)
}

/** Programs must exist, those for operators also in the image. */
function unknownPrograms({ file, text }: Document): string[] {
  const image = read('ops/Containerfile')
  return [...text.matchAll(/\bnode ((?:scripts|server|docs)\/[\w./-]+\.(?:ts|mjs))/g)].flatMap(([, program = '']) => {
    if (!existsSync(path.join(root, program))) return [`${file}: there is no program ${program}`]
    const missing =
      file === 'docs/operate.md' && program.startsWith('scripts/') && !image.includes(path.dirname(program))
    return missing ? [`ops/Containerfile: ${program} is not in the image, and ${file} says how it is run there`] : []
  })
}

/** The portal's own variables, which are all read in one file. */
const configuration = read('server/config.ts')
const configured = [...configuration.matchAll(/\b(?:read\.\w+\(\s*'|env\.)([A-Z_]+)/g)].map(([, name = '']) => name)

/** Every name in capitals in the code: variables of all commands, roles and types. */
const known = new Set(
  files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/(?:\benv\.|')([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => name)),
)

function unknownVariables({ file, text }: Document): string[] {
  const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([span]) => span).join('\n')
  const named = [
    ...code.matchAll(/(?<![\w/{-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w-])/g),
    ...code.matchAll(/(?<![\w.&?"'-])([A-Z][A-Z0-9_]+)=/g),
  ].map(([, name = '']) => name)
  // Shell variables set by an earlier line.
  const own = new Set([...code.matchAll(/^([A-Z_]+)=\$\(/gm)].map(([, name = '']) => name))
  return named
    .filter((name) => !known.has(name) && !own.has(name))
    .map((name) => `${file}: nothing reads a variable ${name}`)
}

function unnamedVariables(): string[] {
  const guide = read('docs/operate.md')
  return configured
    .filter((name) => !new RegExp(`\`${name}\\b`).test(guide))
    .map((name) => `docs/operate.md: nothing says what ${name} does, which server/config.ts reads`)
}

const calls = Object.values(api)
  .flatMap((group) => Object.values<Endpoint>(group))
  .map(({ method, path: pattern, query }: Endpoint) => ({
    method: method as string,
    parameters: Object.keys(query?.def.shape ?? {}),
    matches: new RegExp(`^${addressSource(pattern.replace('{product}', 'izy'))}$`),
  }))

/** Paths of calls with the default product key, and the method in front of them, if any. */
function unknownCalls({ file, text }: Document): string[] {
  const named = text.matchAll(
    /(?:\b(GET|POST|PUT|DELETE) )?(?:\$?\{?PUBLIC_URL\}?)?(\/(?:(?:izy|\{product\})-(?:member|org|event)-api|tools)\/[^\s`"'?)|…]+)/g,
  )
  return [...named].flatMap(([, method, address = '']) => {
    const wanted = address.replace('{product}', 'izy')
    const found = calls.filter(({ matches }) => matches.test(wanted))
    if (found.some((call) => method === undefined || call.method === method)) return []
    return [`${file}: the contract has no ${method ?? 'call'} ${address}`]
  })
}

/** Parameters of a `curl` line, and of the comment above it, which the call does not have: it would refuse or ignore them. */
function unknownParameters({ file, text }: Document): string[] {
  const lines = text.matchAll(/^(# .*\n)?curl [^\n]*?(\/izy-\w+-api\/[^\s"?]+)([^\n]*)/gm)
  return [...lines].flatMap(([, above = '', address = '', rest = '']) => {
    const [call] = calls.filter(({ method, matches }) => method === 'GET' && matches.test(address))
    const named = [...`${above} ${rest}`.matchAll(/[?&](\w+)=/g)].map(([, name = '']) => name)
    return named
      .filter((name) => !call?.parameters.includes(name))
      .map((name) => `${file}: GET ${address} has no parameter ${name}`)
  })
}

/** Rows of a table that begin with a code and its status. */
function wrongRefusals({ file, text }: Document): string[] {
  return [...text.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].flatMap(([, code = '', status]) => {
    const right = Object.entries(errors).find(([name]) => name === code)?.[1].status
    return String(right) === status ? [] : [`${file}: the refusal ${code} has the status ${right ?? 'of none'}`]
  })
}

const labelsIn = (language: string) =>
  new Set(Object.values(JSON.parse(read(`messages/${language}.json`)) as Record<string, unknown>))
const labels = { da: labelsIn('da'), en: labelsIn('en') }

/** Bold text in a guide for users must be a label of the app, word for word. */
function unknownLabels({ file, text }: Document): string[] {
  if (!file.startsWith('docs/for-')) return []
  const called = labels[file.endsWith('.da.md') ? 'da' : 'en']
  return [...text.matchAll(/\*\*([^*\n]+)\*\*/g)]
    .map(([, label = '']) => label)
    .filter((label) => !called.has(label))
    .map((label) => `${file}: nothing in the app is called "${label}"`)
}

function longReadme(): string[] {
  return read('README.md').trimEnd().split('\n').length <= 120 ? [] : ['README.md: has at most 120 lines']
}

const breaches = [
  ...documents.flatMap(deadLinks),
  ...pictures(),
  ...guides.flatMap(unknownCommands),
  ...unnamedCommands(),
  ...guides.flatMap(unknownPrograms),
  ...guides.flatMap(unknownVariables),
  ...unnamedVariables(),
  ...guides.flatMap(unknownCalls),
  ...guides.flatMap(unknownParameters),
  ...guides.flatMap(wrongRefusals),
  ...guides.flatMap(unknownLabels),
  ...longReadme(),
]
for (const breach of new Set(breaches)) console.error(breach)
console.log(
  breaches.length === 0
    ? `${documents.length} documents name nothing that is not there`
    : `${breaches.length} breaches`,
)
process.exitCode = breaches.length === 0 ? 0 : 1
