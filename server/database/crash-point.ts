let armed: { point: string; remaining: number } | null = null

/**
 * Names where this process shall end as if its power were cut, outside production only: `settle.captured`, or
 * `settle.captured:3` for the third time it comes by. `null` takes it back.
 */
export function armCrashPoint(crashAt: string | null): void {
  const [point = '', times = '1'] = crashAt?.split(':') ?? []
  armed = point ? { point, remaining: Number(times) } : null
}

/** A place between two effects. Ends the process there, without any cleaning up, when the fault tests ask for it. */
export function crashPoint(point: string): void {
  if (armed?.point !== point) return
  armed.remaining -= 1
  if (armed.remaining === 0) process.kill(process.pid, 'SIGKILL')
}
