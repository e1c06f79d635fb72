import { setTimeout as wait } from 'node:timers/promises'
import { violations } from '#server/testing/invariants/invariants.ts'
import { openBuyer, type Notes } from '../purchase/buyer.ts'
import { buildShop, signInEverybody } from '../purchase/world.ts'
import { booksOf } from '../schedule/books.ts'
import type { Portal } from '../stack/portal.ts'
import { idle } from '../stack/portal-time.ts'

/** Milliseconds that a dead worker's job may wait. */
const PROMISE = 60_000

/**
 * In real time: a worker is killed after sending a mail and before recording it. Another one takes over the job, and
 * the receiver sees one mail.
 */
export async function killAfterSending(portal: Portal): Promise<{ wrong: string[]; seconds: number }> {
  const [person] = await signInEverybody(portal)
  const [first, second] = portal.workers
  await first!.replace({ CRASH_AT: 'mail.sent' })
  second!.pause()
  const shop = await buildShop(portal, false)
  const notes: Notes = { acknowledged: [], wrong: [] }
  const buyer = openBuyer(portal, shop, person!, shop.goods.season, [person!.memberId], notes)
  await buyer.prepare()
  await buyer.openWindow()
  const back = await buyer.pay('0000')
  if (back) await buyer.visit(back)
  await buyer.look()
  const { deaths } = first!
  for (const until = Date.now() + 20_000; first!.deaths === deaths && Date.now() < until;) await wait(25)
  const died = Date.now()
  second!.goOn()

  const status = async () =>
    (
      await portal.sql<{ status: string }>(
        `select m.status from messages m join orders o on o.id::text = m.data ->> 'orderId' where o.org_id = $1 and channel = 'mail'`,
        [shop.club.id],
      )
    )[0]?.status
  while ((await status()) !== 'sent' && Date.now() < died + PROMISE + 20_000) await wait(250)
  const seconds = (Date.now() - died) / 1000
  // The job is marked as done a moment later.
  await idle(portal)

  const books = await booksOf(portal, [shop])
  const copies = books.mailbox.filter(({ to }) => books.ownMails!(to)).map((mail) => mail.copies)
  return {
    seconds,
    wrong: [
      ...(first!.deaths > deaths ? [] : ['the worker did not die']),
      ...(seconds * 1000 <= PROMISE ? [] : [`the job waited ${seconds.toFixed(0)} s`]),
      ...(copies.join() === '2'
        ? []
        : [`the mail was delivered ${copies.join(' and ')} times, not once before and once after`]),
      ...notes.wrong,
      ...(await violations({ ...books, acknowledged: notes.acknowledged })),
    ],
  }
}
