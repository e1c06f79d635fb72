import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiProblem } from '#web/api/http-client.ts'
import { saveMessage, openMessage } from '../message-draft.ts'
import { useMessageDraft } from '../message-draft.ts'
import { usePass } from './use-pass.ts'

const file = (end: number) => ({
  id: `0190a000-0000-7000-8000-00000000000${end}`,
  name: `${end}.txt`,
  contentType: 'text/plain',
  bytes: 9,
})
let got: number

beforeEach(() => {
  localStorage.clear()
  got = 0
})
afterEach(cleanup)

const open = () =>
  renderHook(() => {
    const draft = useMessageDraft('new', null)
    return { draft, pass: usePass(draft, async () => `fresh ${(got += 1)}`) }
  }).result

/** With a pass that the server refuses. */
const refusedPass = (files = [file(1)], since = Date.now()) =>
  saveMessage('new', null, { values: { text: 'Hello', pass: 'old', passSince: String(since) }, files })

/** Accepts uploads except with the old pass. */
const upload = async (pass: string) => {
  await Promise.resolve()
  if (pass === 'old') throw new ApiProblem('challenge_failed', 403)
  return pass
}

test('files of a refused pass are lost with a notice; the new file is accepted', async () => {
  refusedPass()
  const page = open()
  expect(await page.current.pass.with(upload)).toBe('fresh 1')
  await waitFor(() => expect(page.current.pass.filesLost).toBe(true))
  expect(page.current.draft.files).toEqual([])
  expect(page.current.draft.values['text']).toBe('Hello')
  await page.current.pass.with(upload)
  await waitFor(() => expect(page.current.pass.filesLost).toBe(false))
})

test('two refused uploads share one new pass and keep both files', async () => {
  refusedPass([])
  const { pass, draft } = open().current
  const later = Promise.withResolvers<void>()
  const first = pass.with(upload).then(() => draft.change(({ files }) => ({ files: [...files, file(2)] })))
  const second = pass.with(async (held) => {
    if (held === 'old') await later.promise
    return await upload(held)
  })
  await first
  later.resolve()
  expect(await second).toBe('fresh 1')
  expect(openMessage('new', null).files).toEqual([file(2)])
  expect(got).toBe(1)
})

test('a message that lost its files is not sent without them', async () => {
  refusedPass()
  const { pass } = open().current
  await expect(pass.with(upload, [file(1).id])).rejects.toMatchObject({ code: 'attachment_not_found' })
  expect(openMessage('new', null)).toMatchObject({ files: [], values: { text: 'Hello', pass: 'fresh 1' } })
})

const tooMany = (retryAfter: number) => async (pass: string) => {
  await Promise.resolve()
  if (pass === 'old') throw new ApiProblem('too_many_requests', 429, { data: { retryAfter } })
  return pass
}

test('a used-up pass is replaced unless it has files', async () => {
  refusedPass([])
  expect(await open().current.pass.with(tooMany(1800))).toBe('fresh 1')
  cleanup()
  refusedPass([file(1)])
  const page = open()
  await expect(page.current.pass.with(tooMany(1800))).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(page.current.draft.files).toEqual([file(1)])
})

test('a short rate limit keeps the pass', async () => {
  refusedPass([])
  await expect(open().current.pass.with(tooMany(60))).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(got).toBe(0)
})

test('an old pass is dropped on load, and its files with a notice', async () => {
  refusedPass([file(1)], Date.now() - 51 * 60_000)
  const page = open()
  await waitFor(() => expect(page.current.pass.filesLost).toBe(true))
  expect(page.current.draft.files).toEqual([])
})

test('the next message needs another pass', async () => {
  const { pass } = open().current
  expect(await pass.with(upload)).toBe('fresh 1')
  expect(await pass.with(upload)).toBe('fresh 1')
  pass.clear()
  expect(await pass.with(upload)).toBe('fresh 2')
})
