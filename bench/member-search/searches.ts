/** Kinds of searches with their p95 limit in milliseconds. */
export const searches: readonly { kind: string; limit: number; texts: readonly string[] }[] = [
  { kind: 'no search: the first thousand', limit: 20, texts: [''] },
  {
    kind: 'three letters and more, common',
    limit: 20,
    texts: ['ann', 'sen', 'hansen', 'example', 'nielsen', 'anna'],
  },
  {
    kind: 'three letters and more, rare or absent',
    limit: 20,
    texts: [
      'talebxu',
      'baldrivek',
      'morvelub',
      'qiuxì',
      'wyżqk',
      'zenobia ziegler',
      'anna.holm777@',
      'nobody here',
      'zzz',
      'åge ågård',
    ],
  },
  // Neither common nor rare, and late in the alphabet.
  { kind: 'three letters and more, in between and late', limit: 20, texts: ['ørnulf', 'yrsa', 'toft', 'wexø', 'åse'] },
  // As people type a name: the first letters of the second word beside the first.
  {
    kind: 'a word and the first letters of another',
    limit: 50,
    texts: ['anna ho', 'ann q', 'søren h', 'ørnulf h', 'ågård z', 'j hansen'],
  },
  { kind: 'one letter or two, common', limit: 50, texts: ['a', 'an', 'e', 'se', '@', '.e', 's'] },
  {
    kind: 'one letter or two, rare or absent',
    limit: 50,
    texts: ['q', 'qi', 'yż', 'ż', 'xq', 'x', '%', '_', '\\', 'ìq'],
  },
  { kind: 'one letter or two, in between', limit: 50, texts: ['å', 'zø', 'xe', 'øl', 'wy', 'ex', 'xb', 'jz', '-q'] },
  { kind: 'words of one letter or two', limit: 50, texts: ['a h', 'n q', 'q@m', 'z w', 'e-x'] },
]
