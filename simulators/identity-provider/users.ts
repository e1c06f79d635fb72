import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Store } from '../store.ts'
import { demoPassword, demoUsers } from './demo-users.ts'
import type { User } from './user.ts'

export interface NewUser {
  email: string
  givenName: string
  familyName: string
  phoneNumber?: string
  password: string
}

interface Row {
  sub: string
  email: string
  given_name: string
  family_name: string
  phone_number: string | null
  email_verified: number
  password: string
  roles: string
}

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number, options: object) => Promise<Buffer>
// Cheap: these are demo passwords, and tests sign in by the dozen.
const cost = { N: 2 ** 12, r: 8, p: 1 }

async function hashPassword(password: string) {
  const salt = randomBytes(16)
  return `${salt.toString('base64')}:${(await derive(password, salt, 32, cost)).toString('base64')}`
}

async function passwordFits(password: string, hash: string) {
  const [salt, key] = hash.split(':').map((part) => Buffer.from(part, 'base64'))
  return timingSafeEqual(await derive(password, salt!, 32, cost), key!)
}

const userOf = (row: Row): User => ({
  sub: row.sub,
  email: row.email,
  givenName: row.given_name,
  familyName: row.family_name,
  phoneNumber: row.phone_number,
  emailVerified: row.email_verified === 1,
  roles: JSON.parse(row.roles) as string[],
})

/** The users. An empty store is filled with the demo people. */
export async function openUsers(store: Store) {
  const insert = (user: User, password: string) =>
    store.run(
      'insert or ignore into user (sub, email, given_name, family_name, phone_number, email_verified, password, roles) values (?, ?, ?, ?, ?, ?, ?, ?)',
      user.sub,
      user.email,
      user.givenName,
      user.familyName,
      user.phoneNumber,
      user.emailVerified ? 1 : 0,
      password,
      JSON.stringify(user.roles),
    ).changes === 1

  if (!store.one('select 1 from user limit 1')) {
    const password = await hashPassword(demoPassword)
    store.together(() => demoUsers.forEach((user) => insert(user, password)))
  }
  // Compared with for unknown names, so that they take as long as known ones.
  const nobody = await hashPassword(randomUUID())
  const rowOf = (email: string) => store.one<Row>('select * from user where email = ?', email.trim())

  return {
    bySub(sub: string): User | undefined {
      const row = store.one<Row>('select * from user where sub = ?', sub)
      return row && userOf(row)
    },

    async signIn(email: string, password: string): Promise<User | undefined> {
      const row = rowOf(email)
      return (await passwordFits(password, row?.password ?? nobody)) && row ? userOf(row) : undefined
    },

    /** Undefined when the e-mail address is taken. */
    async register(person: NewUser): Promise<User | undefined> {
      const user: User = {
        sub: randomUUID(),
        email: person.email.trim().toLowerCase(),
        givenName: person.givenName.trim(),
        familyName: person.familyName.trim(),
        phoneNumber: person.phoneNumber?.trim() || null,
        // A real provider verifies the address by a mail; here registering is enough.
        emailVerified: true,
        roles: [],
      }
      return insert(user, await hashPassword(person.password)) ? user : undefined
    },
  }
}

export type Users = Awaited<ReturnType<typeof openUsers>>
