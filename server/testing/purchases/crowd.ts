import { orders } from '#contract/orders/orders.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { askAgain } from '../ask-again.ts'
import type { Person } from '../builders.ts'
import { membershipData, type Line } from '../selection.ts'
import { codeOf, createTestApp, type TestApp } from '../test-app.ts'
import { startIssuer } from '../outside/token-issuer.ts'

/** Many people who are signed in, at an app of their own. */
export interface Crowd {
  readonly app: TestApp
  readonly people: readonly Person[]
  /**
   * Orders a selection, and again after "try again in a moment", as the web app does.
   * @returns `ok`, or the code of the refusal
   */
  order(person: Person, lines: readonly Line[]): Promise<string>
  /** Those people with a role that lets them see unpublished events. */
  admins(): Promise<Person[]>
  close(): Promise<void>
}

export async function gatherCrowd(size: number): Promise<Crowd> {
  const issuer = await startIssuer()
  const app = await createTestApp({ OIDC_ISSUER: issuer.issuer })
  const rows = Array.from({ length: size }, (_, at) => ({ id: newId(), subject: `subject-${at}` }))
  await app.database.sql(
    `with person as (select * from json_to_recordset($1::json) as p (id uuid, subject text)),
       member as (insert into members (id, first_name, last_name) select id, 'Person', subject from person)
     insert into member_identities (issuer, subject, member_id) select $2, subject, id from person`,
    [JSON.stringify(rows), issuer.issuer],
  )
  const people = await Promise.all(
    rows.map(async ({ id, subject }) => ({ memberId: id, token: await issuer.sign({ sub: subject }) })),
  )
  const order = (person: Person, lines: readonly Line[]): Promise<string> => {
    const input = { token: newToken(), membershipData: membershipData(lines) }
    return codeOf(askAgain(() => app.call(orders.prepare, input, { as: person.token })))
  }
  return {
    app,
    people,
    order,
    admins: () =>
      Promise.all(
        rows.map(async ({ id, subject }) => ({
          memberId: id,
          token: await issuer.sign({ sub: subject, realm_access: { roles: ['org:ALL|role:ADMIN'] } }),
        })),
      ),
    close: async () => {
      await app.close()
      issuer.close()
    },
  }
}
