/** The product's style in one file: light and dark, 320 to 1440 px. */
export const pageStyle = `
@font-face{font-family:'Figtree Variable';font-style:normal;font-weight:300 900;font-display:swap;src:url(/simulators/figtree-latin.woff2) format('woff2')}
:root{color-scheme:light dark;--bg:#f4f7f9;--surface:#fff;--line:#e1e7ec;--field-line:#8797a3;--text:#1a2329;--dim:#55646f;--primary:#0b6788;--primary-hover:#0a546f;--link:#0b6788;--soft:#e3f1f7;--soft-text:#0a546f;--error:#b32236;--error-soft:#fff0f1;--ok:#105638;--ok-soft:#d3eee0;--warn:#8f3016;--warn-soft:#ffe0d6;--shadow:0 2px 4px rgb(16 38 51/.05),0 16px 40px rgb(16 38 51/.1)}
@media(prefers-color-scheme:dark){:root{--bg:#0b1216;--surface:#131c22;--line:#24313a;--field-line:#5d707d;--text:#e6edf2;--dim:#9fb0bb;--primary:#127a9f;--primary-hover:#0b6788;--link:#7bc4dd;--soft:#17323f;--soft-text:#9fd6ea;--error:#f6959f;--error-soft:#341a20;--ok:#a8dcc1;--ok-soft:#12352a;--warn:#fdbfac;--warn-soft:#43241b;--shadow:0 2px 4px rgb(0 0 0/.3),0 16px 40px rgb(0 0 0/.35)}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100dvh;background:var(--bg);color:var(--text);font:400 1rem/1.55 'Figtree Variable',system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.2;font-weight:680;letter-spacing:-.01em;margin:0}
h1{font-size:clamp(1.625rem,1.3rem + 1.2vw,2.125rem)}h2{font-size:1.375rem}h3{font-size:1.0625rem}
p{margin:0}a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:.07em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:8px}
.dim{color:var(--dim)}.small{font-size:.875rem}.tiny{font-size:.8125rem}.num{font-variant-numeric:tabular-nums}.nowrap{white-space:nowrap}
.stage{position:relative;isolation:isolate;min-height:100dvh;display:grid;justify-items:center;align-content:center;gap:20px;padding:40px 16px;overflow:hidden}
.backdrop{position:absolute;z-index:-1;inset:0 0 auto;height:min(400px,52%);overflow:hidden;background:radial-gradient(60% 120% at 95% 0,#3fb0c9 0,transparent 60%),radial-gradient(50% 110% at 60% 110%,#0f7c8f 0,transparent 60%),linear-gradient(120deg,#083f55,#0b5674)}
.backdrop .shore{fill:var(--bg)}
.backdrop svg{position:absolute;inset:auto 0 -1px;width:100%;height:70%;display:block}
.card{width:100%;max-width:444px;background:var(--surface);border:1px solid var(--line);border-radius:24px;padding:clamp(22px,5vw,36px);box-shadow:var(--shadow);display:grid;gap:20px}
.card>*{min-width:0}.card h1{font-size:1.75rem}.card.wide{max-width:520px}
.brand{display:flex;align-items:center;gap:12px;font-weight:700;font-size:1.06rem;letter-spacing:-.01em;color:inherit;text-decoration:none}
.logo{flex:none;width:40px;height:40px;border-radius:12px;background:linear-gradient(145deg,#14799d,#083f55);display:grid;place-items:center;color:#fff}
.logo svg{width:23px;height:23px}
.intro{display:grid;gap:6px}
form,.stack{display:grid;gap:16px;margin:0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px;align-items:start}
@media(max-width:400px){.pair.names{grid-template-columns:1fr;gap:16px}}
.field{display:grid;gap:6px;min-width:0}
label{font-weight:580;font-size:.9375rem}label .optional{font-weight:400;color:var(--dim)}
input{font:inherit;color:inherit;width:100%;min-width:0;min-height:46px;padding:9px 14px;border:1px solid var(--field-line);border-radius:12px;background:var(--surface)}
@media(prefers-color-scheme:dark){input{background:#1a252c}}
input:focus-visible{outline-offset:0;border-color:var(--link);border-radius:12px}
input[aria-invalid=true]{border-color:var(--error)}
input::placeholder{color:var(--dim);opacity:.85}
.hint{font-size:.8125rem;color:var(--dim)}.wrong{font-size:.875rem;color:var(--error);font-weight:540}
.button{font:inherit;font-weight:620;min-height:46px;padding:10px 20px;border-radius:12px;border:1px solid transparent;background:var(--primary);color:#fff;cursor:pointer;text-align:center;text-decoration:none;display:inline-flex;align-items:center;justify-content:center;gap:8px}
.button:hover{background:var(--primary-hover)}
.button.plain{background:transparent;color:var(--text);border-color:var(--field-line)}.button.plain:hover{background:var(--soft)}
.button:focus-visible{border-radius:12px}
.button svg{width:20px;height:20px;flex:none}
.note{border-radius:12px;padding:12px 14px;font-size:.9375rem;background:var(--soft);color:var(--soft-text);display:grid;gap:2px}
.note.bad{background:var(--error-soft);color:var(--error)}.note.good{background:var(--ok-soft);color:var(--ok)}.note.warn{background:var(--warn-soft);color:var(--warn)}
.note a{color:inherit}
.centre{text-align:center}
details{border-top:1px solid var(--line);padding-top:14px}
summary{cursor:pointer;font-weight:580;font-size:.9375rem;padding:4px 0}
.people{list-style:none;margin:10px -8px 0;padding:0;display:grid;gap:2px}
.people a{display:flex;gap:10px;align-items:center;padding:7px 8px;border-radius:10px;text-decoration:none;color:inherit}
.people a:hover{background:var(--soft)}.people b{display:block;font-weight:580;font-size:.9375rem;line-height:1.3}.people i{display:block;font-style:normal;font-size:.8125rem;color:var(--dim);line-height:1.3}
.avatar{flex:none;width:34px;height:34px;border-radius:50%;display:grid;place-items:center;background:var(--soft);color:var(--soft-text);font-weight:680;font-size:.8125rem}
.badge{display:inline-block;border-radius:8px;padding:2px 9px;font-size:.8125rem;font-weight:620;background:var(--soft);color:var(--soft-text);white-space:nowrap}
.badge.good{background:var(--ok-soft);color:var(--ok)}.badge.bad{background:var(--error-soft);color:var(--error)}.badge.warn{background:var(--warn-soft);color:var(--warn)}
.seal{width:56px;height:56px;border-radius:18px;display:grid;place-items:center;background:var(--soft);color:var(--soft-text)}.seal svg{width:28px;height:28px}
.seal.good{background:var(--ok-soft);color:var(--ok)}.seal.bad{background:var(--error-soft);color:var(--error)}.seal.warn{background:var(--warn-soft);color:var(--warn)}
.amount{font-size:2rem;font-weight:720;letter-spacing:-.02em;font-variant-numeric:tabular-nums;line-height:1.15}
.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;margin:0;font-size:.9375rem}.facts dt{color:var(--dim)}.facts dd{margin:0;text-align:right}
.sum{border-radius:16px;background:var(--soft);padding:16px 18px;display:grid;gap:12px}.sum .facts dt,.sum .dim{color:var(--soft-text)}
.split{display:flex;gap:12px;align-items:center;justify-content:space-between;flex-wrap:wrap}
.row-start{display:flex;gap:8px;align-items:center;flex-wrap:wrap}
.secure{display:flex;gap:8px;align-items:center;justify-content:center;color:var(--dim);font-size:.8125rem}.secure svg{width:16px;height:16px;flex:none}
.bar{background:var(--surface);border-bottom:1px solid var(--line)}.bar>div{max-width:1120px;margin:auto;padding:12px 20px;display:flex;gap:8px 20px;align-items:center;flex-wrap:wrap}
.bar nav{display:flex;gap:2px;flex-wrap:wrap;margin-left:auto}.bar nav a{padding:8px 12px;border-radius:10px;text-decoration:none;color:var(--text);font-weight:540;font-size:.9375rem}.bar nav a:hover{background:var(--soft)}.bar nav a[aria-current]{background:var(--soft);color:var(--soft-text);font-weight:640}
@media(max-width:640px){.bar nav{margin:0 -12px}}
.wrap{max-width:1120px;margin:auto;padding:28px 20px 64px;display:grid;gap:20px}.wrap>*{min-width:0}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:20px;display:grid;gap:12px}.panel>*{min-width:0}
.tiles{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(min(100%,250px),1fr))}
.tile{text-decoration:none;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:20px;display:grid;gap:8px;align-content:start}.tile:hover{box-shadow:var(--shadow);border-color:var(--field-line)}.tile:focus-visible{border-radius:16px}
.filter{display:flex;gap:10px;align-items:end;flex-wrap:wrap}.filter .field{flex:1 1 220px;max-width:380px}
.list{list-style:none;margin:0;padding:0}.list li+li{border-top:1px solid var(--line)}
.list a.line{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 16px;padding:13px 20px;text-decoration:none;color:inherit}.list a.line:hover{background:var(--soft)}
@media(max-width:480px){.list a.line{grid-template-columns:minmax(0,1fr)}}
.panel.flush{padding:0;overflow:hidden}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}caption{text-align:left;font-weight:620;padding:0 0 6px}th{font-size:.8125rem;color:var(--dim);font-weight:600;text-align:left}th,td{padding:8px 14px 8px 0;border-bottom:1px solid var(--line);vertical-align:top}tr:last-child td{border-bottom:0}
td.right,th.right{text-align:right}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.8125rem}pre{margin:0;white-space:pre-wrap}
iframe{width:100%;height:640px;border:1px solid var(--line);border-radius:12px;background:#fff}
.cards td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums}
@media(max-width:480px){.cards td,.cards th{display:block;padding:2px 0;border:0}.cards th{display:none}.cards tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}.cards td:first-child{font-weight:580}}
@media(prefers-reduced-motion:no-preference){.button,.tile{transition:background-color .15s ease,box-shadow .15s ease}}
@media(forced-colors:active){.logo,.badge,.note,.card{border:1px solid}}
`
