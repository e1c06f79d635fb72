import type { Tx } from '#server/database/db.ts'
import { hashToken } from '#server/database/secrets.ts'
import { selectOptionalOrganisation } from '#server/domains/organisations/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { insertThread, lockToken, selectMessageOnce } from '../queries.ts'
import { tellClub, type TellServices } from '../telling/tell-club.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { spendPass } from './pass.ts'

interface VisitorQuestion {
  readonly orgId: string
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly text: string
  readonly attachmentIds?: readonly string[] | undefined
  readonly token: string
  readonly pass: string
}

/**
 * Somebody who is signed out asks a club, for the price of one pass. Nothing is mailed to the address they give until a
 * person of the club answers. The same token with the same pass asks once.
 */
export async function askAsVisitor(
  services: TellServices,
  tx: Tx,
  { via }: Actor,
  { orgId, name, email, subject, text, attachmentIds, token, pass }: VisitorQuestion,
): Promise<{ status: 'success' }> {
  const tokenHash = tokenHashOf(`pass ${hashToken(pass)}`, 'ask', token)
  await lockToken(tx, tokenHash)
  if (await selectMessageOnce(tx, tokenHash)) return { status: 'success' }

  const passHash = await spendPass(tx, pass)
  const organisation = await selectOptionalOrganisation(tx, orgId)
  if (!organisation) throw new Problem('organisation_not_found')
  const thread = await insertThread(tx, {
    orgId,
    visitorName: name,
    visitorEmail: email,
    visitorLanguage: via.language,
    subject,
    search: `${subject} ${name} ${email}`.toLowerCase(),
    createdAt: tx.now,
    lastAt: tx.now,
  })
  const owner = { passHash }
  const written = { sender: 'asker' as const, memberId: null, author: name, text, tokenHash, attachmentIds, owner }
  await tellClub(services, tx, { ...(await writeMessage(tx, thread, written)), isNew: true, organisation })
  return { status: 'success' }
}
