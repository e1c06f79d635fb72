/** One customer of an IPv6 provider holds a whole /64 and could change the address at every call. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/, '')
  const [head = '', tail] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const whole =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return whole.slice(0, 4).join(':')
}
