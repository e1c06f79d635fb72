/** Types the server accepts. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
export const MAX_BYTES = 5_000_000
/** Longer side, in pixels, of a picture that is scaled down. The server stores less. */
const MAX_SIDE = 1600

export type Prepared = { readonly blob: Blob } | { readonly refused: 'image_unreadable' | 'image_too_large' }

/**
 * Prepares a file for upload. Files that are too large, or of a type only this browser reads (such as HEIC), become a
 * smaller JPEG.
 * @param redraw converts the file; throws if the browser cannot read it
 */
export async function prepareImage(file: Blob, redraw: (file: Blob) => Promise<Blob> = toSmallJpeg): Promise<Prepared> {
  const { type, size } = file
  if (!type.startsWith('image/') || type.startsWith('image/svg')) return { refused: 'image_unreadable' }
  if (ACCEPTED.has(type) && size <= MAX_BYTES) return { blob: file }
  try {
    const blob = await redraw(file)
    return blob.size <= MAX_BYTES ? { blob } : { refused: 'image_too_large' }
  } catch {
    return { refused: size > MAX_BYTES ? 'image_too_large' : 'image_unreadable' }
  }
}

async function toSmallJpeg(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/jpeg', 0.9),
  )
}
