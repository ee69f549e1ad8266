import { expect, test } from 'vitest'
import { onboardingSteps, type OnboardingFacts } from './steps.ts'

const nothing: OnboardingFacts = {
  has_tagline: false,
  has_logo: false,
  has_own_colours: false,
  has_course: false,
  has_content: false,
  has_public_lesson: false,
  has_people: false,
  has_enrolled: false,
  has_payment: false,
  has_domain: false,
}
const doneOf = (facts: Partial<OnboardingFacts>) =>
  onboardingSteps({ ...nothing, ...facts }).steps.flatMap(({ step, done }) => (done ? [step] : []))

test.each([
  [{}, []],
  [{ has_tagline: true }, []],
  [{ has_logo: true }, []],
  [{ has_tagline: true, has_logo: true }, ['profile']],
  [{ has_own_colours: true }, ['colours']],
  [{ has_course: true }, ['course']],
  [{ has_course: true, has_content: true }, ['course', 'lesson']],
  [{ has_public_lesson: true }, ['published']],
  [{ has_people: true }, ['people']],
  [{ has_enrolled: true }, ['enrolled']],
  [{ has_payment: true }, ['payment']],
  [{ has_domain: true }, ['domain']],
])('with %j, these steps are done: %j', (facts, done) => expect(doneOf(facts)).toEqual(done))

test('does not require a custom domain', () => {
  const all = Object.fromEntries(
    Object.keys(nothing).map((fact) => [fact, true]),
  ) as unknown as OnboardingFacts
  expect(onboardingSteps({ ...all, has_domain: false })).toMatchObject({ processed_count: 7, all_count: 7 })
  expect(onboardingSteps({ ...nothing, has_domain: true })).toMatchObject({
    processed_count: 0,
    all_count: 7,
  })
})
