import { expect, test } from 'vitest'
import { focusFirstError } from './field-words.ts'

test('an error that comes some frames after the answer takes the focus', async () => {
  document.body.innerHTML = '<form id="typed"><input name="name"><input name="key"></form>'
  focusFirstError('typed')
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  const key = document.querySelector<HTMLInputElement>('[name=key]')!
  // Not in this DOM.
  key.scrollIntoView = () => {}
  key.setAttribute('aria-invalid', 'true')
  await expect.poll(() => document.activeElement).toBe(key)
})
