import { spawnSync } from 'node:child_process'
import { inject, expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/test-database.ts'

/** Kinds of lines, the important ones first. */
const order = ['FAULT', 'note', 'ok']

/** The command's output with exactly these variables. */
function doctor(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/operator/doctor.ts'], {
    env,
    encoding: 'utf8',
  })
  return { status, lines: stdout.split('\n'), said: stdout + stderr }
}

test('the doctor reports a correct installation line by line', async () => {
  const database = await createTestDatabase()
  // The tests' PostgreSQL forgets, which the doctor would find.
  await database.sql(
    `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
  )
  const { issuer, gatewayUrl, managementUrl, smtpUrl } = inject('simulators')
  const { status, lines } = doctor({
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer,
    FREEPAY_GATEWAY_URL: gatewayUrl,
    FREEPAY_MANAGEMENT_URL: managementUrl,
    SMTP_URL: smtpUrl,
    PORT: '0',
  })
  expect(lines.filter((line) => line.startsWith('FAULT'))).toEqual([])
  for (const subject of ['OIDC_ISSUER', 'SMTP_URL', 'DATABASE_URL', 'migrations', 'database clock', 'SECRETS_KEY'])
    expect(
      lines.some((line) => line.startsWith(`ok     ${subject} `)),
      subject,
    ).toBe(true)
  expect([status, lines.at(-2)]).toEqual([0, 'Nothing is wrong.'])
  await database.drop()
})

test('every planted fault gets a line with what to do, no secret is shown, and the rest is checked without a database', () => {
  const { status, lines, said } = doctor({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://portal:hunter2@127.0.0.1:1/portal',
    OIDC_ISSUER: 'https://127.0.0.1:7/realms/izy',
    FREEPAY_GATEWAY_URL: 'https://127.0.0.1:7',
    SMTP_URL: 'smtp://portal:hunter3@127.0.0.1:1',
    SECRETS_KEY: 'too-short',
    PUBLIC_URL: 'http://portal.example.org',
    PORT: new URL(inject('simulators').url).port,
    MAIL_FROM: 'nobody',
    READS_PER_MINUTE: 'many',
    FILES_BUCKET_URL: 'https://127.0.0.1:7/files',
    FILES_BUCKET_KEY: 'key',
    FILES_BUCKET_SECRET: 'hunter4',
    SESION_TIMEOUT_MINUTES: '20',
  })
  const fault = (subject: string, sentence: RegExp) =>
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^FAULT  ${subject} +${sentence.source}`)))
  fault('DATABASE_URL', /no database answers at 127\.0\.0\.1:1 \(ECONNREFUSED\): start it/)
  fault('OIDC_ISSUER', /127\.0\.0\.1:7 does not answer .*: correct the address/)
  fault('FREEPAY_GATEWAY_URL', /127\.0\.0\.1:7 does not answer/)
  fault('FREEPAY_MANAGEMENT_URL', /is missing: set it to https:/)
  fault('SMTP_URL', /127\.0\.0\.1:1 takes no mail/)
  fault('SECRETS_KEY', /is too weak: make one with: openssl/)
  fault('PUBLIC_URL', /is no address that begins with https:/)
  fault('PORT', /\d+ is in use \(EADDRINUSE\): end the other program/)
  fault('MAIL_FROM', /is no sender/)
  fault('READS_PER_MINUTE', /is 'many': use a whole number/)
  fault('FILES_BUCKET_URL', /the bucket does not answer: see its address/)
  fault('names of settings', /SESION_TIMEOUT_MINUTES is not a setting: is it SESSION_TIMEOUT_MINUTES\?/)
  const kinds = lines.map((line) => line.slice(0, 6).trim()).filter((kind) => ['FAULT', 'note', 'ok'].includes(kind))
  expect(kinds).toEqual(kinds.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
  expect([status, lines.at(-2)]).toEqual([1, '12 faults.'])
  expect(said).not.toMatch(/hunter|too-short/)
})
