import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const link = (address: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow ugc">${address}</a>`

test.each([
  ['See https://club.example/a?b=1.\nBye', `See ${link('https://club.example/a?b=1')}.\nBye`],
  ['(http://a.example/) https://b.example/c', `(${link('http://a.example/')}) ${link('https://b.example/c')}`],
  ['javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
  ['https:// and <b>', 'https:// and &lt;b&gt;'],
  ['https://a.example/"onmouseover=alert(1)', `${link('https://a.example/')}"onmouseover=alert(1)`],
])('%s', (text, html) => {
  expect(render(<LinkedText text={text} />).container.innerHTML).toBe(html)
})
