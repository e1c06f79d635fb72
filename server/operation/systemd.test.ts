import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logFor, notifySystemd } from '../context.ts'

test('systemd is notified of a process that is ready, where it waits for that', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'systemd-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const said = path.join(folder, 'said')
  const program = path.join(folder, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$@" > ${said}`)
  chmodSync(program, 0o700)

  const log = logFor({ production: true })
  notifySystemd({ log, config: { underSystemd: false } }, path.join(folder, 'missing'))
  notifySystemd({ log, config: { underSystemd: true } }, program)
  await expect.poll(() => existsSync(said) && readFileSync(said, 'utf8')).toBe('--ready\n')
})
