import { ThreadEnded, WorkThread } from '#server/documents/work-thread.ts'
import { Problem } from '#server/http/problem.ts'
import type { ReadFile, readOrRefuse } from './read-file.ts'

/** The largest workbook that is read needs 64 MB. */
const thread = new WorkThread({ memory: 256 })

/** Reads a list in a worker thread: a workbook of 10,000 rows takes half a second, in which the server answers others. */
export async function readInThread(bytes: Uint8Array, patience?: number): Promise<ReadFile> {
  const module = new URL('./read-file.ts', import.meta.url)
  const reading = thread.run(module, 'readOrRefuse', [bytes], patience) as ReturnType<typeof readOrRefuse>
  const read = await reading.catch((error: unknown) => {
    throw error instanceof ThreadEnded ? new Problem('import_file_too_large', { cause: error }) : error
  })
  if ('code' in read) throw new Problem(read.code, read.options)
  return read
}
