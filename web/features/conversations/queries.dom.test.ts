import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Conversation } from '#contract/conversations/answers.ts'
import { showAnswer, showVisitorAnswer, threadQuery, visitorThreadQuery } from './queries.ts'

const conversation = (text: string) =>
  ({ thread: { id: '1' }, messages: [{ id: text, text }] }) as unknown as Conversation

test('a fetch that began before a message was sent does not overwrite it', async () => {
  const cache = new QueryClient()
  const before = Promise.withResolvers<Conversation>()
  const queryFn = () => before.promise
  const own = cache.fetchInfiniteQuery({ ...threadQuery('1'), queryFn }).catch(() => undefined)
  const linked = cache.fetchInfiniteQuery({ ...visitorThreadQuery('link'), queryFn }).catch(() => undefined)
  await showAnswer(cache, conversation('written'))
  await showVisitorAnswer(cache, 'link', conversation('written'))
  before.resolve(conversation('before'))
  await Promise.all([own, linked])
  expect(cache.getQueryData(threadQuery('1').queryKey)?.pages).toEqual([conversation('written')])
  expect(cache.getQueryData(visitorThreadQuery('link').queryKey)?.pages).toEqual([conversation('written')])
})
