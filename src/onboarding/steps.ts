export const onboardingStepNames = [
  'profile',
  'colours',
  'course',
  'lesson',
  'published',
  'people',
  'domain',
] as const
export type OnboardingStepName = (typeof onboardingStepNames)[number]

const optional: readonly OnboardingStepName[] = ['domain']

/** What the school is, as far as the steps ask. */
export interface OnboardingFacts {
  has_tagline: boolean
  has_logo: boolean
  has_own_colours: boolean
  /** Of courses that are no mere sample. */
  has_course: boolean
  has_content: boolean
  has_public_lesson: boolean
  has_people: boolean
  has_domain: boolean
}

/** Each step, and whether the school is past it. */
export function onboardingSteps(facts: OnboardingFacts) {
  const done: Record<OnboardingStepName, boolean> = {
    profile: facts.has_tagline && facts.has_logo,
    colours: facts.has_own_colours,
    course: facts.has_course,
    lesson: facts.has_content,
    published: facts.has_public_lesson,
    people: facts.has_people,
    domain: facts.has_domain,
  }
  const steps = onboardingStepNames.map((step) => ({
    step,
    done: done[step],
    optional: optional.includes(step),
  }))
  const needed = steps.filter((step) => !step.optional)
  return { steps, processed_count: needed.filter((step) => step.done).length, all_count: needed.length }
}
