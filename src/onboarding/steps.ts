export const onboardingStepNames = [
  'profile',
  'colours',
  'course',
  'lesson',
  'published',
  'people',
  'enrolled',
  'payment',
  'domain',
] as const
export type OnboardingStepName = (typeof onboardingStepNames)[number]

const optional: readonly OnboardingStepName[] = ['payment', 'domain']

/** The state of the school that the steps depend on. */
export interface OnboardingFacts {
  has_tagline: boolean
  has_logo: boolean
  has_own_colours: boolean
  /** Counts courses other than an unchanged sample. */
  has_course: boolean
  has_content: boolean
  has_public_lesson: boolean
  has_people: boolean
  has_enrolled: boolean
  has_payment: boolean
  has_domain: boolean
}

/** Returns each step with whether it is done. */
export function onboardingSteps(facts: OnboardingFacts) {
  const done: Record<OnboardingStepName, boolean> = {
    profile: facts.has_tagline && facts.has_logo,
    colours: facts.has_own_colours,
    course: facts.has_course,
    lesson: facts.has_content,
    published: facts.has_public_lesson,
    people: facts.has_people,
    enrolled: facts.has_enrolled,
    payment: facts.has_payment,
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
