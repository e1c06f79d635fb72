import { expect, test } from 'vitest'
import { missingKitStyles } from './kit-styles.ts'

const button = 'root:"m_77c9d27d",inner:"m_80f1301b"'

test("a component's styles are missing when its script is built without them", () => {
  expect(missingKitStyles(button, '')).toContain('Button.layer.css')
  expect(missingKitStyles('', '')).toEqual([])
})
