/** Hostile values for names, addresses and titles, by what they attack. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'ends a script': '</script><script>alert(1)</script>',
  'an image': '<img src=x onerror=alert(1)>',
  'a drawing': '<svg/onload=alert(1)>',
  'a script as an address': 'javascript:alert(1)',
  'ends an attribute': '" onmouseover="alert(1)" style="position:fixed;inset:0',
  'ends an attribute in single quotes': "' onfocus='alert(1)' autofocus='",
  'braces of templates': '{{constructor.constructor("alert(1)")()}} ${alert(1)} <%= 1 %> {name} {club}',
  'a line break and a header': 'Anna\r\nBcc: spy@mail.example\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  'separators of lines': 'Anna\u2028Bcc: spy@mail.example\u2029x\u0085y\u000bz',
  'text that runs backwards': 'Anna\u202egnp.exe\u2066\u200f<b>',
  'a comment for Outlook': '<!--[if mso]><b>x</b><![endif]--> -->',
  'ends a style': '</style><style>*{display:none}</style>',
  'ends a title': '</title></head><body><h1>x',
  'written in entities': '&lt;b&gt; &#60;img src=x&#62; &amp;#x3c;',
  'more receivers': 'a@mail.example, "spy" <spy@mail.example>; c@mail.example',
  'an encoded word': '=?utf-8?Q?=0D=0ABcc:_spy@mail.example?=',
  'ends a text of a PDF':
    ') Tj /JavaScript << /S /JavaScript /JS (app.alert(1)) >> /URI (https://evil.example) \\) \\( (',
  'very long': `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(60)} x`,
}
