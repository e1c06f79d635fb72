/** What the server takes as it is. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
export const MOST_BYTES = 5_000_000
/** Pixels of the longer side of a picture that is made smaller before it is sent; the server keeps less. */
const LONGEST = 1600

export type Prepared = { readonly blob: Blob } | { readonly refused: 'image_unreadable' | 'image_too_large' }

/**
 * A chosen file as it can be sent. What is too large, or of a kind that only this browser can read, such as the photos of
 * some phones, is drawn anew as a smaller JPEG.
 * @param redraw draws it; throws where the browser cannot read it
 */
export async function prepareImage(file: Blob, redraw: (file: Blob) => Promise<Blob> = redrawn): Promise<Prepared> {
  const { type, size } = file
  if (!type.startsWith('image/') || type.startsWith('image/svg')) return { refused: 'image_unreadable' }
  if (TAKEN.has(type) && size <= MOST_BYTES) return { blob: file }
  try {
    const blob = await redraw(file)
    return blob.size <= MOST_BYTES ? { blob } : { refused: 'image_too_large' }
  } catch {
    return { refused: size > MOST_BYTES ? 'image_too_large' : 'image_unreadable' }
  }
}

async function redrawn(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/jpeg', 0.9),
  )
}
