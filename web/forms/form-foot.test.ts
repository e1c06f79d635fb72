import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every form that is edited ends with the foot that shows what somebody else saved', () => {
  const sources = globSync('web/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text))
  expect(filesWith(/<ChangedMeanwhile\b/).map(({ file }) => file)).toEqual(['web/forms/form-foot.tsx'])
  // The foot itself, and what a form passes its state to for one, or all of what its hook returns.
  const feet = filesWith(/<FormFoot state=\{/).flatMap(({ text }) =>
    [...text.matchAll(/^export function (\w+)[<(]/gm)].map(([, name]) => name!),
  )
  const ends = new RegExp(`<(?:FormFoot|${feet.join('|')})\\b[^>]*\\b(?:state|form)=\\{`)
  // A form with a hook of its own ends where the hook is used.
  const forms = filesWith(/= useEditedForm</).map((form) => {
    const hook = /^export function (use\w+)\(/m.exec(form.text)?.[1]
    return hook === undefined ? form : filesWith(new RegExp(`= ${hook}\\(`))[0]!
  })
  expect(forms.length).toBeGreaterThanOrEqual(9)
  expect(forms.filter(({ text }) => !ends.test(text)).map(({ file }) => file)).toEqual([])
})
