import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sharedApp } from '#server/testing/test-app.ts'

const migration = path.resolve(import.meta.dirname, '../database/migrations/0053_office_grants.sql')

test('the update that made offices names a club whose key is now an address, and leaves it as it is', async () => {
  const app = await sharedApp()
  const naming = /DO \$\$[^]*?END \$\$;/.exec(await readFile(migration, 'utf8'))![0]
  const client = new pg.Client({ connectionString: app.database.url })
  const warnings: (string | undefined)[] = []
  client.on('notice', ({ message }) => warnings.push(message))
  await client.connect()
  try {
    await client.query('begin')
    await client.query('delete from reserved_keys')
    await client.query(
      `insert into organisations (id, key, name, contact_email)
       select portal_new_id(), key, key, 'a@example.com' from unnest(array['Door', 'FEED', 'DOORS']) key`,
    )
    await client.query(naming)
    expect(new Set(warnings)).toEqual(
      new Set(
        ['Door', 'FEED'].map(
          (key) => `The organisation ${key} has a key that is now an address of the portal: give it another key`,
        ),
      ),
    )
    const { rows } = await client.query(`select key from organisations where key in ('Door', 'FEED')`)
    expect(rows).toHaveLength(2)
  } finally {
    await client.query('rollback')
    await client.end()
  }
})
