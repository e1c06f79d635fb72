import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { safeAddress } from './linked-text.tsx'
import { Markdown } from './markdown.tsx'

const html = (text: string) => render(<Markdown text={text} />).container.firstElementChild!.innerHTML

test.each([
  ['# Practical', '<h3>Practical</h3>'],
  ['# Practical\n\n### Food', '<h3>Practical</h3><h4>Food</h4>'],
  ['## Food', '<h3>Food</h3>'],
  ['one\ntwo', '<p>one<br>two</p>'],
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['> said\n> twice', '<blockquote>said<br>twice</blockquote>'],
  ['---', '<hr>'],
  ['**bold** and *soft* and _soft_', '<p><strong>bold</strong> and <em>soft</em> and <em>soft</em></p>'],
  ['**bold *and soft* **', '<p>**bold <em>and soft</em> **</p>'],
  ['`a*b*c`', '<p><code>a*b*c</code></p>'],
  ['2 * 3 * 4, snake_case_name', '<p>2 * 3 * 4, snake_case_name</p>'],
  ['\\*not bold\\*', '<p>*not bold*</p>'],
  ['- a\n  - b', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['one\n---', '<p>one</p><hr>'],
  ['&amp; &#60;', '<p>&amp;amp; &amp;#60;</p>'],
])('%j', (text, drawn) => {
  expect(html(text)).toBe(drawn)
})

const link = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow ugc">${text}</a>`

test.each([
  ['[club](https://club.example/a?b=1)', link('https://club.example/a?b=1', 'club')],
  ['[mail](mailto:club@example.com)', link('mailto:club@example.com', 'mail')],
  ['See https://club.example/a.', `See ${link('https://club.example/a', 'https://club.example/a')}.`],
  ['[**club**](https://club.example)', link('https://club.example/', '<strong>club</strong>')],
])('a link opens in a new tab without a referrer: %s', (text, drawn) => {
  expect(html(text)).toBe(`<p>${drawn}</p>`)
})

const hostile = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox)',
  '[x](//evil.example)',
  '[x](/ui/logout)',
  '[x](https://a.example" onmouseover="alert(1))',
  "[x](https://a.example' onmouseover=alert(1))",
  '[x](file:///etc/passwd)',
  '![x](https://a.example/p.png)',
  '![x](x" onerror="alert(1))',
  '<https://a.example" onclick=alert(1)>',
  '[<img src=x onerror=alert(1)>](https://a.example)',
  '**<b onclick=alert(1)>**',
  '`<script>alert(1)</script>`',
  '# <script>alert(1)</script>',
  '- <script>alert(1)</script>',
  '> <script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  'https://a.example/"><script>alert(1)</script>',
]

test.each(hostile)('hostile text stays text: %s', (text) => {
  const { container } = render(<Markdown text={text} />)
  const elements = [...container.querySelectorAll('*')]
  const allowed = new Set(['div', 'p', 'br', 'a', 'strong', 'em', 'code', 'ul', 'ol', 'li', 'h3', 'blockquote'])
  expect(elements.map(({ localName }) => localName).filter((name) => !allowed.has(name))).toEqual([])
  for (const element of elements) {
    const names = element.getAttributeNames().filter((name) => !['class', 'start'].includes(name))
    expect(names).toEqual(element.localName === 'a' ? ['href', 'target', 'rel'] : [])
  }
  for (const anchor of container.querySelectorAll('a')) expect(anchor.protocol).toMatch(/^(https?|mailto):$/)
})

test.each(['javascript:alert(1)', 'https:', 'https://', '//a.example', 'https://a b', 'https://a.example\\@evil', ''])(
  'not a link: %j',
  (address) => {
    expect(safeAddress(address)).toBeNull()
  },
)

test('a text of only special characters is parsed in linear time', () => {
  const pairs = ['*_', '*a_ ', 'a**b', '1. ', '> - ', '- a\n']
  for (const mark of ['*', '**', '_', '[', '](', '`', '> ', '[a](', '\\', ...pairs])
    expect(html(mark.repeat(20_000)).length).toBeGreaterThan(0)
})
