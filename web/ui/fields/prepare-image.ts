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

const toSmallJpeg = (file: Blob) => drawJpeg(file, { maxSide: MAX_SIDE })

interface Drawn {
  /** Pixels of the upright picture; the whole picture when left out. */
  readonly part?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** The longer side at most. */
  readonly maxSide: number
}

/** Draws a picture, or a part of it, as a JPEG on white. Throws if the browser cannot read it. */
export async function drawJpeg(file: Blob, { part, maxSide }: Drawn): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const { x, y, width, height } = part ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/jpeg', 0.9),
  )
}
