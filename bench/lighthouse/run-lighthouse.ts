import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The fields of Lighthouse's report that are read. */
export interface Result {
  readonly finalDisplayedUrl: string
  readonly runtimeError?: { readonly message: string }
  readonly environment: { readonly benchmarkIndex: number }
  readonly categories: Record<
    string,
    { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
  >
  readonly audits: Record<
    string,
    { readonly score: number | null; readonly numericValue?: number; readonly details?: object }
  >
}

/**
 * Lighthouse's JSON report of a page in the browser that listens on `port`. Lighthouse is fetched by npx: as a
 * dependency it would be an eighth of the installation.
 */
export async function runLighthouse(address: string, port: number, device: 'desktop' | 'mobile'): Promise<string> {
  const flags = ['--output=json', '--output-path=stdout', '--quiet', '--max-wait-for-load=20000', `--port=${port}`]
  const args = ['--yes', 'lighthouse@13.5.0', address, ...flags, ...(device === 'desktop' ? ['--preset=desktop'] : [])]
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 100_000_000 })
  return stdout
}
