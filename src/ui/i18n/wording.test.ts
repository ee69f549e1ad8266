import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// People did not understand these phrases. The comment of each group names the words that replaced them.

const phrases: RegExp[] = [
  // Dismiss, Hide for now
  /\bput (?:this )?(?:notice |message )?(?:aside|away)\b/i,
  // Upgrade to add more
  /what goes (?:beyond|further)/i,
  // You can’t change this later
  /\bit stays\b/i,
  // Used for all dates and times; kept separate from every other school
  /\bgo by it\b/i,
  /own corner/i,
  // Tagline; Shown on the course card
  /a line that promises|\bin one line\b|\bstands (?:on|in|further)\b/i,
  // Changes save automatically
  /\bsaves? (?:itself|themselves)\b/i,
  // Fix all; Use #a19200
  /\bmend\b|^take [{#]/i,
  // Choose an item to edit; Must be completed first; Leave blank to open immediately
  /choose a content|another content|empty for at once/i,
  // Hidden until I unlock it; Who should get these changes?; All students
  /locked for students|for whom do they|everybody who learns/i,
  // Change end date
  /\bchange the end\b/i,
  // 1 published
  /\bof them public\b/i,
  // Wrong e-mail, user code or password: the login asks for no role
  /\blook also\b|right role|selected role/i,
  // Pick up where you left off; Marked complete at 90 % played
  /\bgo on where\b|\bticks itself\b/i,
  // 3 results; Access ended
  /\}\} places?\b|\bnot open to you\b/i,
  // Match my device; Notifications
  /\blike the system\b|what you (?:are told|hear of)/i,
  // Download or delete my data; change your mind; Typos are fine
  /take it along|think better|slips of the pen/i,
  // You do not have access to this page; Course not found
  /\bnot for you\b|closed to you|there is nothing here/i,
  // Errors; Duplicate of an earlier row; older Windows encoding; Import finished
  /\bat fault\b|further up already|windows letters|worked through/i,
  // No webhooks yet; New API client is ready; I’ve saved it
  /\bis told\b|let a program in|can come in|\bI have kept\b/i,
  // Waiting for DNS; Remove domain; Check now; No support visits
  /waiting for its proof|\blet go\b|\blook now\b|was never here/i,
  // after completing 30%; We couldn’t load this. Try again
  /\btenths?\b|nothing that you sent/i,
]

const source = join(import.meta.dirname, '../..')
const files = globSync(['*/screens/locales/**/en.json', 'ui/locales/**/en.json', '*/locales/**/en.json'], {
  cwd: source,
})

const linesOf = (file: string) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/^\s*"([\w-]+)": "(.*)",?$/gm)].map(
    ([, key = '', text = '']) => ({ file, key, text }),
  )

test('texts use no phrase that people did not understand', () => {
  const texts = files.flatMap(linesOf)
  expect(texts.length).toBeGreaterThan(2_000)
  expect(texts.filter(({ text }) => phrases.some((phrase) => phrase.test(text)))).toEqual([])
})

test('finds such a phrase', () => {
  const seen = ['Put aside', 'It stays, so that links keep working', '{{count}} places', 'Look now']
  expect(seen.filter((text) => !phrases.some((phrase) => phrase.test(text)))).toEqual([])
})
