/** Nobody waits while an update migrates: no statement may read or write a whole table that grows. A part of check-conventions.ts. */
import { parseMigration } from '#server/database/migration-files.ts'

/** Tables that grow with members and purchases: to read or write all of one takes longer than a buyer waits. */
const growing = new Set(
  `acts club_message_readers club_people coupon_redemptions credit_notes delayed_actions dismissals event_categories event_changes event_entries event_move_answers event_pictures event_run_items
   events family_invitations member_identities member_images members membership_terms memberships message_preferences messages notifications
   office_history order_lines orders payments receipts refund_lines refunds renewal_charges renewals saved_cards status_changes stored_pictures
   term_drafts thread_attachments thread_messages thread_reads threads`.split(/\s+/),
)

/** Those before have run everywhere, or were made gentle as far as their result allows. */
const FIRST = '0128'

interface Rule {
  /** Finds a statement; its first group is the table. */
  readonly pattern: RegExp
  readonly instead: string
}

const alter = 'alter table (?:only )?(\\w+)\\b[^;]*'

/** For statements in the migration's own transaction, which locks the tables until its end. */
const rules: Rule[] = [
  {
    pattern: /\b(?:update|delete from) (?:only )?(\w+)\b/g,
    instead: 'change rows --> in batches, or --> later, in batches',
  },
  { pattern: /\binsert into \w+[^;]*?\bselect\b[^;]*?\bfrom (\w+)/g, instead: 'write rows --> in batches' },
  {
    pattern: /\bcreate (?:unique )?index (?!concurrently)[^;]*?\bon (\w+)/g,
    instead: 'build the index --> concurrently',
  },
  {
    pattern: new RegExp(`${alter}\\badd constraint \\w+ (?:check|foreign key)\\b(?![^;]*\\bnot valid)`, 'g'),
    instead: 'add the constraint NOT VALID, and VALIDATE it in a migration of its own',
  },
  {
    pattern: new RegExp(`${alter}\\badd constraint \\w+ (?:unique|primary key) \\(`, 'g'),
    instead: 'build a unique index --> concurrently, and make the constraint USING it',
  },
  {
    pattern: new RegExp(`${alter}\\badd column[^;,]*\\b(?:check \\(|references )`, 'g'),
    instead: 'add the column first, and its constraint NOT VALID',
  },
  {
    pattern: new RegExp(`${alter}\\bgenerated always as \\(`, 'g'),
    instead: 'let a trigger write the column, and fill it in batches',
  },
  {
    pattern: new RegExp(
      `${alter}\\badd column[^;,]*\\bdefault (?:gen_random_uuid|portal_new_id|random|clock_timestamp)`,
      'g',
    ),
    instead: 'add the column without a default that is another for each row',
  },
  {
    pattern: new RegExp(`${alter}\\balter column \\w+ (?:set data )?type\\b`, 'g'),
    instead: 'add a column of the new type, and fill it in batches',
  },
  {
    pattern: new RegExp(`${alter}\\bset not null`, 'g'),
    instead: 'add a CHECK (… IS NOT NULL) NOT VALID, and VALIDATE it in a migration of its own',
  },
]

const takesAway = /\bdrop (?:table|column|view|function)\b|\brename (?:to|column)\b/

/** The faults of a migration. */
export function carelessMigration(file: string, name: string): { sentence: string }[] {
  if (name < FIRST) return []
  const { text, steps, needs } = parseMigration(name, file)
  const statements = plain(text)
  const made = new Set([...statements.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table))
  return [
    ...rules.flatMap(({ pattern, instead }) =>
      [...statements.matchAll(pattern)]
        .map(([, table]) => table!)
        .filter((table) => growing.has(table) && !made.has(table))
        .map((table) => ({ sentence: `${table} grows, and everybody would wait: ${instead}` })),
    ),
    ...steps
      .filter(({ kind, text: step }) => kind !== 'concurrently' && !/= any \(\$1\)/.test(plain(step)))
      .map(({ table }) => ({ sentence: `A batch of ${table} changes the rows with id = ANY ($1), and no others` })),
    ...(/\b(?:validate constraint|analyze)\b/.test(statements) &&
    /\badd (?:column|constraint)\b|\bdrop index\b/.test(statements)
      ? [
          {
            sentence:
              'VALIDATE and ANALYZE read the table under the lock of what was added or dropped: do that in a migration of its own',
          },
        ]
      : []),
    ...(takesAway.test(statements) && needs === null
      ? [
          {
            sentence:
              'What the version before reads goes a release later: "-- needs 1.2.3" names the first that does not read it',
          },
        ]
      : []),
  ]
}

/** Statements in small letters on one line each, without comments and the bodies of functions, which run later. */
const plain = (text: string) =>
  text
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
