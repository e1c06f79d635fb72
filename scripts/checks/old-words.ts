/** Words that were said of one thing beside another word, each with the one that stays. */
interface OldWord {
  readonly pattern: RegExp
  readonly say: string
}

/** Names that clients, stored rows and their ids still have. */
const binding = new RegExp(
  [
    // The contract's fields, codes, schemas and paths.
    'CalledOffEvent',
    'GivenBack',
    'calledOff',
    'event_called_off',
    'gate:',
    '[.]gate',
    'givenBack',
    'not_given_back',
    'paidBack',
    'paid-back',
    'registrations_paid_back',
    'toPayBack',
    // The field of the operator's health, the alert, and its test.
    'givenUp\\b',
    'PortalJobGivenUp',
    // The template of stored mails and its words, the key that keeps them from being sent twice, stored causes, and the ids of payment rows.
    'given-back',
    'messages_template_given_back',
    'given back by the office',
    "' paid back'",
    // Names of jobs that may be in the queue while a server is replaced.
    'payments[.]forget-card',
    'events[.]tell-moved',
    'family[.]tell-invited',
  ].join('|'),
  'g',
)

const oldWords: readonly OldWord[] = [
  { pattern: /g(iv(e|es|en|ing)|ave)[ _-]?((it|them|this|that|money|what) )?back/i, say: 'refund, or return' },
  { pattern: /pa(y|ys|id|ying)[ _-]?((it|them|this|that|money|everybody) )?back/i, say: 'refund' },
  { pattern: /call(ed|s|ing)?[ _-]?((it|them) )?off(?![a-z])/i, say: 'cancel' },
  { pattern: /\bgate\b|_gate_|\bGated?[A-Z]/, say: 'eligibility rule' },
  { pattern: /full[ _-]?house/i, say: 'sold out' },
  { pattern: /\b[Mm]end(s|ed|ing|able)?\b|[a-z]Mend(ed|able)/, say: 'fix, or correct' },
  { pattern: /\bheed/i, say: 'read, or use' },
  { pattern: /\btell(Grown|Author|Job|Moved\w*|WentLive|Gateway)\b/, say: 'notify' },
  { pattern: /giveUp|GivenUp|\btold(Id|Of|To|Once)\b|enqueueTelling|isTold/, say: 'fail, cancel, or notify' },
  {
    pattern: /\b(const|let|function|interface|type) ([Tt]old|tells?|stands|rests|heeds|letGo)\b/,
    say: 'the thing itself',
  },
  { pattern: /\b(holds|heldAt)\((actor|caller)\b/, say: 'hasScope' },
  {
    pattern: /^\s*(await )?(test|it|describe)[^'"`]*['"`].*\b(told|stands|hears? of|gives way)\b/,
    say: 'notified, or is',
  },
  {
    pattern: /^\s*(\*|\/\/|\/\*\*) .*\b([Tt]old|[Tt]ells? (the|a|an|some|who|whom)\w*)\b/,
    say: 'notify, mail or show',
  },
  { pattern: /'[a-z]+[.](forget|tell)-[a-z-]+'/, say: 'delete, or notify' },
  { pattern: /\b(type|interface) Wanted\b/, say: 'the thing that is asked for' },
  { pattern: /\b(hold|take)(Lines|Places|Terms|HeldPlaces)\b/, say: 'reserve, or allocate' },
]

/** A comment that says "What …" or "The same …" of the thing below it, in place of its name. */
const riddle = /^\s*(\/\*\*?|\/\/|--|#) (What|The same)\b/

/** Lines of a file with an old word. */
export function oldWordsIn(text: string): { line: number; sentence: string }[] {
  const lines = text.split('\n')
  return lines.flatMap((content, at) => {
    const rest = content.replaceAll(binding, '')
    const opened = content.trim() === '/**' ? `/** ${(lines[at + 1] ?? '').replace(/^\s*\* /, '')}` : content
    if (riddle.test(opened))
      return [{ line: at + 1, sentence: 'A comment names its subject: not "What …", "The same …"' }]
    return oldWords.flatMap(({ pattern, say }) => {
      const found = pattern.exec(rest)
      return found ? [{ line: at + 1, sentence: `'${found[0]}' is an old word; say ${say}` }] : []
    })
  })
}
