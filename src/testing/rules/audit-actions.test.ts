import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enrolmentCauses } from '#learning/shapes.ts'

// Every entry of a school's audit log is shown as a sentence, so a new action needs a text.

const source = join(import.meta.dirname, '../..')
/** These write to the platform's audit log, which shows codes. */
const platformsOwn = /^(?:console|resellers|platform)\//

/** Possible values of computed actions. */
const together: Record<string, readonly string[]> = {
  'domain.${state}': ['pending', 'verified', 'active', 'failed'].map((state) => `domain.${state}`),
  'payment_plan.${action}': ['updated', 'draft', 'published', 'archived'].map(
    (action) => `payment_plan.${action}`,
  ),
  'enrolment.${cause}': enrolmentCauses.map((cause) => `enrolment.${cause}`),
}
/** Written to a school's log by the platform and by operator commands, without `ctx.audit` of a domain. */
const alsoInSchools = [
  'school.closing_started',
  'school.closing_cancelled',
  'school.plan_changed',
  'support.changed_data',
  'school.imported',
  'school.put_back',
]

/** First argument of each call of `audit`. */
function actionsIn(text: string): string[] {
  return [...text.matchAll(/\.audit\(/g)].flatMap(({ index }) => {
    const rest = text.slice(index + '.audit('.length)
    const first = /^(?:'[^']*'|`[^`]*`|[^,'`])*/.exec(rest)![0]
    return [...first.matchAll(/'([^']+\.[^']+)'|`([^`]+)`/g)].map(([, plain, built]) => plain ?? built!)
  })
}

const calls = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts') && !platformsOwn.test(file) && !file.startsWith('testing/'))
  .flatMap((file) => actionsIn(readFileSync(join(source, file), 'utf8')).map((action) => ({ file, action })))

const actions = new Set([
  ...alsoInSchools,
  ...calls.flatMap(({ action }) => (action.includes('${') ? (together[action] ?? [action]) : [action])),
])

const wordsIn = (language: string) =>
  JSON.parse(readFileSync(join(source, `support/screens/locales/activity/${language}.json`), 'utf8')) as {
    did: Record<string, Record<string, string>>
  }

test('writes the audit log through one function only', () => {
  const writers = globSync('**/*.ts', { cwd: source }).filter((file) =>
    /insert into audit_log|insertInto\('audit_log'\)/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(writers.filter((file) => !file.endsWith('.test.ts')).toSorted()).toEqual([
    'operations/school/import-school.ts',
    'tenancy/audit/platform-audit-log.ts',
    'tenancy/http/school-transaction.ts',
  ])
})

test('finds the actions in the source', () => {
  expect(actions.size).toBeGreaterThan(100)
  expect([...actions].filter((action) => action.includes('$'))).toEqual([])
  const text = "ctx.audit(is ? 'a.one' : 'a.two', ['x', 'y.z'], { b: 'c.d' }); inside.audit(`e.${f}`, [])"
  expect(actionsIn(text)).toEqual(['a.one', 'a.two', 'e.${f}'])
})

test.each(['en', 'fr'])('has a sentence for each action (%s), and no unused one', (language) => {
  const translated = Object.entries(wordsIn(language).did).flatMap(([kind, of]) =>
    Object.keys(of).map((name) => `${kind}.${name}`),
  )
  expect(translated.toSorted()).toEqual([...actions].toSorted())
})

/** A participle after "être" would need the person's gender, which is unknown. */
test('uses no gendered form for people in French', () => {
  const { did } = wordsIn('fr')
  const agreeing = /\{\{wh(?:o|at)\}\}.*\s(?:s’est|est|sont)\s\p{Letter}+/u
  const ofPeople = Object.entries(did).flatMap(([kind, of]) =>
    Object.values(of).filter((sentence) => sentence.includes('{{who}}') || kind === 'user'),
  )
  expect(ofPeople.length).toBeGreaterThan(100)
  expect(ofPeople.filter((sentence) => agreeing.test(sentence))).toEqual([])
})
