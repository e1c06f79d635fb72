let armed: { point: string; remaining: number } | null = null

/**
 * Chooses where this process kills itself, for tests: `settle.captured`, or `settle.captured:3` for the third time it gets there.
 * `null` disarms it.
 */
export function armCrashPoint(crashAt: string | null): void {
  const [point = '', times = '1'] = crashAt?.split(':') ?? []
  armed = point ? { point, remaining: Number(times) } : null
}

/** A place between two effects where a test can kill the process. */
export function crashPoint(point: string): void {
  if (armed?.point !== point) return
  armed.remaining -= 1
  if (armed.remaining === 0) process.kill(process.pid, 'SIGKILL')
}
