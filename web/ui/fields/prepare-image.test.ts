import { expect, test } from 'vitest'
import { MAX_BYTES, prepareImage } from './prepare-image.ts'

const file = (type: string, size = 10) => new Blob([new Uint8Array(size)], { type })
const smaller = async () => file('image/jpeg', 100)
const cannot = async () => {
  throw new Error('not a picture')
}

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])('%s is sent as it is', async (type) => {
  const picture = file(type)
  expect(await prepareImage(picture, cannot)).toEqual({ blob: picture })
})

test.each(['image/svg+xml', 'application/pdf', 'text/html', ''])('%j is refused before it is sent', async (type) => {
  expect(await prepareImage(file(type), smaller)).toEqual({ refused: 'image_unreadable' })
})

test('a file that is too large is scaled down, or refused', async () => {
  const large = file('image/jpeg', MAX_BYTES + 1)
  expect(await prepareImage(large, smaller)).toMatchObject({ blob: { size: 100 } })
  expect(await prepareImage(large, cannot)).toEqual({ refused: 'image_too_large' })
  expect(await prepareImage(large, async () => large)).toEqual({ refused: 'image_too_large' })
})

test('a type only this browser reads is converted, or refused', async () => {
  expect(await prepareImage(file('image/heic'), smaller)).toMatchObject({ blob: { type: 'image/jpeg' } })
  expect(await prepareImage(file('image/heic'), cannot)).toEqual({ refused: 'image_unreadable' })
})
