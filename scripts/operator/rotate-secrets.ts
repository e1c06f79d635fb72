/** npm run rotate-secrets: encrypts with SECRETS_KEY what is encrypted with a key of SECRETS_KEY_PREVIOUS. */
import { closeDb, openDb } from '#server/database/db.ts'
import { SecretsProblem } from '#server/database/encrypted-columns.ts'
import { rotateSecrets } from '#server/database/rotate-secrets.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { onDatabase } from './on-database.ts'

await onDatabase(async (url, { secretsKey, secretsKeyPrevious }) => {
  const db = openDb(url, { name: 'portal rotation', size: 2, connectionTimeout: 5000, statementTimeout: 60_000 })
  try {
    let shownAt = 0
    const rotations = await rotateSecrets(db, createSecrets(secretsKey, secretsKeyPrevious), {
      onProgress: ({ table, column, rewritten, waiting }) => {
        if (Date.now() - shownAt < 1000 && rewritten < waiting) return
        shownAt = Date.now()
        console.log(`${table}.${column}: ${rewritten} of ${waiting} encrypted anew`)
      },
    })
    const unreadable = rotations.flatMap(({ table, column, unreadable: ids }) =>
      ids.map((id) => `${table}.${column} of ${id}`),
    )
    if (unreadable.length) {
      throw new SecretsProblem(
        `No key at hand can read ${unreadable.length} texts, which were left as they are: ${unreadable.slice(0, 10).join(', ')}. ` +
          'Add the key they were encrypted with to SECRETS_KEY_PREVIOUS and run the command again',
      )
    }
    console.log('Everything stands under the present SECRETS_KEY: SECRETS_KEY_PREVIOUS is needed no more')
  } finally {
    await closeDb(db)
  }
})
