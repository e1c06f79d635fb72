/** The product's colours, light and dark, for the one page that the server makes itself. */
export const docsStyle = `
@font-face{font-family:Figtree;src:url(/fonts/figtree-latin.woff2) format('woff2');font-weight:300 900;font-display:swap}
:root{color-scheme:light dark;--bg:#f4f7f9;--surface:#fff;--line:#e1e7ec;--text:#1a2329;--dim:#55646f;--link:#0b6788;--get:#0a546f;--write:#8f3016;--chip:#d6edf5}
@media (prefers-color-scheme:dark){:root{--bg:#0b1216;--surface:#131c22;--line:#24313a;--text:#e6edf2;--dim:#9fb0bb;--link:#7bc4dd;--get:#abdaea;--write:#fdbfac;--chip:#1f3440}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:16px}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 Figtree,system-ui,sans-serif}
header,.columns{max-width:1240px;margin:0 auto;padding:24px 16px}
header p{color:var(--dim);max-width:70ch;margin:0}header h1{margin:4px 0 8px;font-size:clamp(1.625rem,1.3rem + 1.2vw,2.125rem);line-height:1.15}
a{color:var(--link)}a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:6px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px}
.columns{display:grid;gap:24px;grid-template-columns:minmax(0,1fr);padding-top:0}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:8px 16px}nav span{color:var(--dim);font-size:.875rem}
@media (min-width:62em){.columns{grid-template-columns:180px minmax(0,1fr)}nav ul{flex-direction:column;position:sticky;top:16px}}
h2{font-size:1.375rem;margin:0 0 12px;text-transform:capitalize}section+section{margin-top:32px}
article{background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:16px;margin-bottom:12px}
h3{font-size:1rem;font-weight:600;margin:0;overflow-wrap:anywhere}h4{margin:16px 0 4px;font-size:.875rem;color:var(--dim)}
article p{margin:6px 0}code,var{font:.875em ui-monospace,SFMono-Regular,Menlo,monospace;font-style:normal}var{color:var(--dim)}
.method{display:inline-block;min-width:58px;font-size:.8125rem;font-weight:700;color:var(--write)}.method.get{color:var(--get)}
.who{display:inline-block;background:var(--chip);border-radius:8px;padding:1px 8px;font-size:.8125rem}
summary{cursor:pointer;color:var(--link);min-height:24px}
table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
th{color:var(--dim);font-weight:500;border-top:0}.codes{display:flex;flex-wrap:wrap;gap:4px 12px;font-size:.875rem}
.scroll{overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:8px 16px}
tr:target{background:var(--chip)}.hidden{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
`
