/** Where the tabs of this browser share when the person last did something. */
const key = 'portal.last-activity'
/** What is done within this time of the last note is not noted again. */
const throttleMs = 1_000
/** Two tabs may read the clock a little apart. */
const aheadMs = 60_000

let own = 0

/** When the person last did something in any tab, in milliseconds since 1970; never later than `now`. */
export function lastActivity(now = Date.now()): number {
  // A clock that was set back leaves a moment that lies far ahead.
  const [mine, shared] = [own, Number(localStorage.getItem(key))].map((at) => (at - now < aheadMs ? at : 0))
  return Math.min(now, Math.max(mine!, shared!))
}

/** The person does something now. */
export function noteActivity(now = Date.now()): void {
  if (now >= own && now - own < throttleMs) return
  own = now
  localStorage.setItem(key, String(now))
}

const signs = ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'keydown', 'touchstart', 'touchmove', 'wheel']

/** Hears mouse, key and touch. @returns what ends it */
export function hearActivity(listener: () => void): () => void {
  const options = { passive: true, capture: true }
  for (const sign of signs) addEventListener(sign, listener, options)
  return () => {
    for (const sign of signs) removeEventListener(sign, listener, options)
  }
}

/** Hears that another tab noted something. @returns what ends it */
export function hearOtherTabs(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
