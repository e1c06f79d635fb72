import { expect, test } from 'vitest'
import { browserOf, browsers, guides } from './browsers.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`

test.each([
  [
    'iphone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
    5,
  ],
  [
    'iphone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0 Mobile Safari/604.1',
    5,
  ],
  ['iphone', mac, 5],
  ['mac', mac, 0],
  ['android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`, 5],
  ['android', `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0`, 5],
  [
    'samsung',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    5,
  ],
  ['firefox-android', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 5],
  ['chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 0],
  ['chrome', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 0],
  ['edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 10],
  [null, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 0],
  [null, 'curl/8.5', 0],
])('%s is recognised', (browser, userAgent, maxTouchPoints) => {
  expect(browserOf({ userAgent, maxTouchPoints })).toBe(browser)
})

test('every browser has three steps, each with its own drawing', () => {
  for (const browser of browsers) {
    const { steps } = guides[browser]
    expect(new Set(steps.map(({ drawing }) => drawing)).size).toBe(3)
  }
})
