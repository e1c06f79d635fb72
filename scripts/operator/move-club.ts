/**
 * npm run move-club -- export KEY --to file: pauses a club and writes it into a file, encrypted for BACKUP_RECIPIENT.
 * npm run move-club -- import file [--yes]: tries it on this database, and says what will happen; with --yes it does.
 * npm run move-club -- compare file: compares the imported club with the file, and prints a code.
 * npm run move-club -- remove KEY --code CODE --by operator@example.com [--yes]: removes the club that it was.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Config, examineConfig, readBackupKeys } from '#server/config.ts'
import { lineHandlersWith } from '#server/context.ts'
import { closeDb, openDb } from '#server/database/db.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { openBucket } from '#server/documents/bucket.ts'
import { createFileStore } from '#server/documents/file-store.ts'
import { createSoldOutCache } from '#server/domains/events/index.ts'
import { readClubFile } from './club-moves/club-file.ts'
import { exportClub, findClub, onConnection } from './club-moves/export-club.ts'
import { codeOf, differences, readFigures, shown, type Figures } from './club-moves/figures.ts'
import { importClub, type Imported } from './club-moves/import-club.ts'
import { removeClub, type Removed } from './club-moves/remove-club.ts'
import { CommandProblem, onDatabase } from './on-database.ts'

const usage = `Say what to do:
npm run move-club -- export KEY --to file
npm run move-club -- import file [--yes]
npm run move-club -- compare file
npm run move-club -- remove KEY --code CODE --by operator@example.com [--yes]`

function wanted() {
  const text = { type: 'string' } as const
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { to: text, code: text, by: text, yes: { type: 'boolean', default: false } },
    })
    const [what, which, ...more] = positionals
    if (what && which && more.length === 0) return { what, which, ...values }
  } catch {
    // For an unknown option the usage below is printed.
  }
  throw new CommandProblem(usage)
}

function needed(name: 'BACKUP_RECIPIENT' | 'BACKUP_IDENTITY', value: string | null): string {
  if (value) return value
  throw new CommandProblem(
    name === 'BACKUP_RECIPIENT'
      ? 'BACKUP_RECIPIENT is missing: set it to the public key (age-keygen) of the installation that the club moves to'
      : 'BACKUP_IDENTITY is missing: set it to the secret key of the BACKUP_RECIPIENT that the club was exported for',
  )
}

/** The portal's settings, of which those that the command goes by have to be there and right. */
function configWith(names: RegExp): Config {
  const { config, read } = examineConfig(process.env)
  const wrong = read.wrong.filter(({ name }) => names.test(name))
  if (wrong.length > 0) throw new CommandProblem(wrong.map(({ name, what }) => `${name} ${what}`).join('\n'))
  return config
}

/** Throws with a sentence for each difference. @returns the figures and the code for the removal */
export async function compareClub(url: string, file: string, identity: string): Promise<string> {
  const { club, figures } = await readClubFile(file, identity)
  const [id, here] = await onConnection(url, async (client) => {
    const found = await findClub(client, club.key)
    return [found.id, await readFigures((text) => client.query(text), found.id)] as const
  })
  const differ = id === club.id ? differences(here, figures) : ['another club has this key here']
  if (differ.length > 0)
    throw new CommandProblem(
      [
        `${club.key} is not what is in the file. A club is compared before anything is changed in it:`,
        ...differ.map((one) => `- ${one}`),
      ].join('\n'),
    )
  return `${listed(figures)}

${Object.keys(figures).length} figures of ${club.key} are those of the file. Code: ${codeOf(figures)}

Next: open the club in the console, let links lead here (docs/operate.md), and at the old installation
npm run move-club -- remove ${club.key} --code ${codeOf(figures)} --by <operator's address>`
}

const stateWords = (state: string) =>
  state === 'paused' ? 'paused here, and sells nothing' : `in the state ${state} here`

const listed = (figures: Figures) =>
  Object.entries(shown(figures))
    .map((one) => one.join(': '))
    .join('\n')

function exportReport(file: string, { club, figures, parts, takenAt }: Awaited<ReturnType<typeof exportClub>>): string {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const people = parts.find(({ table }) => table === 'members')?.rows ?? 0
  return `${listed(figures)}

${file}: ${club.name}, ${rows} rows about ${people} people, as of ${takenAt}.
${club.key} is ${stateWords(club.state)}. To stop the move, delete the file${club.state === 'paused' ? ' and open the club in the console' : ''}.

Next, at the new installation: npm run move-club -- import ${file}`
}

function importReport({ manifest: { club, parts, figures }, people }: Imported, isDone: boolean): string {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const lines = [
    `${people.known} people are here already, and keep their profiles; ${people.made} come anew.`,
    `Of these, ${people.withSignIn} sign in as before; the others are found by their verified address when they first sign in.`,
    ...(people.unreachable > 0
      ? [`${people.unreachable} have neither a sign-in that works here nor an address: they cannot sign in.`]
      : []),
    `It is ${stateWords(club.state)}, until you change that in the console.`,
    `Cards are charged with the club's key at the gateway, which comes along. Printed tickets scan.`,
  ]
  return `${listed(figures)}

${club.name}, ${rows} rows: ${isDone ? 'imported, and the same as in the file.' : 'everything was tried, and nothing was kept.'}
${lines.join('\n')}

Next: npm run move-club -- ${isDone ? 'compare' : 'import'} <the file>${isDone ? '' : ' --yes'}`
}

function removeReport({ club, rows, people, erased }: Removed, isDone: boolean): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return `${Object.entries(rows)
    .filter(([, one]) => one > 0)
    .map(([table, one]) => `${table}: ${one}`)
    .join('\n')}

${
  isDone
    ? `${club.name} was removed: ${count} rows. ${erased} of its ${people} people had nothing else here, and were erased; the others stay.
The history of operators says so. Backups still hold the club.`
    : `${club.name} would be removed: ${count} rows. Those of its ${people} people who have nothing else here would be erased. Nothing was removed.

Next: the same with --yes`
}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await onDatabase(async (url, { secretsKey, secretsKeyPrevious }) => {
    const { what, which, to, code, by, yes } = wanted()
    const keys = readBackupKeys()
    const secrets = createSecrets(secretsKey, secretsKeyPrevious)
    if (what === 'export' && to) {
      const recipient = needed('BACKUP_RECIPIENT', keys.recipient)
      const bucket = configWith(/^FILES_/).files
      const files = createFileStore(bucket && openBucket(bucket), { write: false })
      console.log(exportReport(to, await exportClub(url, secrets, which, { file: to, recipient, files })))
    } else if (what === 'import') {
      const { issuer } = configWith(/^OIDC_ISSUER$/).oidc
      const options = { file: which, identity: needed('BACKUP_IDENTITY', keys.identity), issuer, keep: yes }
      console.log(importReport(await importClub(url, secrets, options), yes))
    } else if (what === 'compare') {
      console.log(await compareClub(url, which, needed('BACKUP_IDENTITY', keys.identity)))
    } else if (what === 'remove' && code && by) {
      const db = openDb(url, { name: 'portal move', size: 2, connectionTimeout: 5000, statementTimeout: 600_000 })
      const lineHandlers = lineHandlersWith(
        createSoldOutCache(() => performance.now()),
        secrets,
      )
      const removed = await removeClub(url, { db, lineHandlers }, { key: which, code, by, keep: yes })
      await closeDb(db)
      console.log(removeReport(removed, yes))
    } else throw new CommandProblem(usage)
  })
}
