import type { Conversation } from '#contract/conversations/answers.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import type { Input } from '#contract/endpoint.ts'
import { officeConversations } from '#contract/conversations/office.ts'
import { newToken } from '#server/database/new-id.ts'
import { hashToken } from '#server/database/secrets.ts'
import { threadLink } from '#server/domains/conversations/visitor-threads/visitor-threads.ts'
import { askAsVisitor, askClub } from '../asking.ts'
import type { Person } from '../builders.ts'
import { carryOut } from '../carry-out.ts'
import { pixel } from '../files/pixel.ts'
import type { TestApp } from '../test-app.ts'

interface Question {
  readonly subject?: string
  readonly text?: string
  readonly attachmentIds?: string[]
}

/** A member's question to a club. */
export const asked = (
  app: TestApp,
  club: { readonly id: string },
  asker: Person,
  { subject = 'A boat for Saturday', text = 'Is the double scull free?', attachmentIds }: Question = {},
): Promise<Conversation> => askClub(app, asker, club, { subject, text, ...(attachmentIds ? { attachmentIds } : {}) })

/** A member's unsent upload; the smallest picture when left out. */
export const attached = (app: TestApp, person: Person, bytes: Uint8Array = pixel, name = 'pixel.png') =>
  app.call(conversations.attach, { name, bytes }, { as: person.token })

/** An answer of a club's office, with its minute over. */
export async function answered(
  app: TestApp,
  { token: as }: Pick<Person, 'token'>,
  answer: Input<typeof officeConversations.answer>,
) {
  await app.call(officeConversations.answer, answer, { as })
  await carryOut(app)
  const { orgId, threadId } = answer
  return app.call(officeConversations.showInOffice, { orgId, threadId }, { as })
}

/** A pass as if its challenge had been solved. */
export async function buildPass(app: TestApp): Promise<string> {
  const pass = newToken()
  await app.database.sql(
    `insert into contact_passes (salt_hash, pass_hash, expires_at) values ($1, $2, portal_now() + interval '1 hour')`,
    [hashToken(newToken()), hashToken(pass)],
  )
  return pass
}

/** A visitor's question to a club. @returns the thread, and the link in its mails */
export async function askedByVisitor(
  app: TestApp,
  club: { readonly id: string },
  question: Question & { readonly name?: string; readonly email?: string; readonly pass?: string } = {},
): Promise<{ threadId: string; link: string }> {
  const { subject = 'Trying out', text = 'May I try rowing?', name = 'Vera Visitor', attachmentIds } = question
  const { email = 'vera@visitor.example', pass = await buildPass(app) } = question
  const files = attachmentIds ? { attachmentIds } : {}
  await askAsVisitor(app, club, { name, email, subject, text, pass, ...files })
  const [thread] = await app.database.sql<{ id: string }>(
    'select id from threads where visitor_email = $1 order by created_at desc, id desc limit 1',
    [email],
  )
  return { threadId: thread!.id, link: threadLink(app.context.secrets, thread!.id) }
}

/** The newest message of a thread, as `lastSeen`. */
export async function newestIn(app: TestApp, threadId: string): Promise<string> {
  const [newest] = await app.database.sql<{ id: string }>(
    'select id from thread_messages where thread_id = $1 order by created_at desc limit 1',
    [threadId],
  )
  return newest!.id
}

export interface BuiltConversations {
  readonly threadId: string
  readonly messageId: string
  readonly attachmentId: string
  /** Token of the visitor's thread. */
  readonly threadLink: string
}

/** A member's question with a file, and a visitor's. */
export async function buildConversations(
  app: TestApp,
  asker: Person,
  club: { readonly id: string },
): Promise<BuiltConversations> {
  const file = await attached(app, asker)
  const { thread, messages } = await asked(app, club, asker, { attachmentIds: [file.id] })
  const { link } = await askedByVisitor(app, club)
  return { threadId: thread.id, messageId: messages[0]!.id, attachmentId: file.id, threadLink: link }
}
