import { expect, test } from 'vitest'
import { commentsAndTestTitles } from './comments-and-titles.ts'
import { declaredNames, namesIn, wordsOf } from './declared-names.ts'

/** Words that say nothing about the thing which they name. */
const privateWords = new Set(
  (
    'around asked courier deafen door faults fewest film films gather inside kept knocking known most ' +
    'place remembered settle shelf standing stranger surroundings told wanted wrong'
  ).split(' '),
)

/** Names that contain such a word as a standard term, each with the reason. */
const standardTerms = new Map([
  ['asked', 'Reason of a recommendation: the student asked questions about the topic.'],
  ['asked_by', 'The person who asked the assistant a question.'],
  ['credentials_wrong', 'A code of the specification.'],
  ['isKnownDevice', 'A known device is a standard term of login protection.'],
  ['storeKnownDevice', 'A known device is a standard term of login protection.'],
  ['max_parallel_workers_per_gather', 'A setting of Postgres.'],
])

const hasPrivateWord = (name: string) => wordsOf(name).some((word) => privateWords.has(word))

test('finds the names of declarations, parameters, fields and keys', () => {
  const source = `
    const placeOf = ({ kept, told: [shelf = 1] }: Asked, ...films: string[]) => ({ standing: kept, shelf })
    function settle(this: Door, around?: number) {}
    class Courier { inside = 1; #wrong = 2; gather(most = 3) {} constructor(private stranger: string) {} }
    interface Surroundings { known: string; tell(asked: string): void; then: (remembered: boolean) => void }
    type Place = string
    enum Passage { Fewest }`
  const expected =
    'placeOf kept shelf films standing settle around told Courier inside wrong gather most constructor stranger ' +
    'Surroundings known tell asked then remembered Place Passage Fewest'
  expect(new Set(namesIn('example.ts', source))).toEqual(new Set(expected.split(' ')))
})

test('uses no private words in names', () => {
  const found = declaredNames().filter(({ name }) => hasPrivateWord(name))
  expect(found.filter(({ name }) => !standardTerms.has(name))).toEqual([])
  const unused = [...standardTerms.keys()].filter((name) => found.every((one) => one.name !== name))
  expect(unused, 'remove these from the list').toEqual([])
})

/** Words without a clear meaning, figures of speech and references to earlier code, with no other use in this project. */
const unclearWords =
  /\b(?:anew|dear|doors?|films?|hears?|heard|knows|lest|lies|mended|nobody's|pictures?|said|somebody(?:'s)?|strangers?|told|wants|whoever|no longer|used to|the way to)\b/i

test('uses no unclear words in comments and test titles', () => {
  const found = commentsAndTestTitles().flatMap(({ file, text }) => {
    const word = unclearWords.exec(text)?.[0]
    return word ? [`${file}: "${word}" in: ${text}`] : []
  })
  expect(found).toEqual([])
})
