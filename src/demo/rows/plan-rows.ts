import type { InsertObject } from 'kysely'
import type { DB } from '#platform/database/database-types.ts'
import { demoId } from '../ids.ts'
import type { DemoSchool } from '../types.ts'
import { courseId } from './course-rows.ts'
import { personId } from './people-rows.ts'

const planId = ({ school_url }: DemoSchool, slug: string) => demoId(school_url, 'plan', slug)

/** The published plans of a school, in its order. */
export function planRows(school: DemoSchool, school_id: string) {
  const plans = school.plans.map(
    ({ slug, courses: _, ...plan }, position): InsertObject<DB, 'payment_plans'> => ({
      ...plan,
      school_id,
      id: planId(school, slug),
      currency: school.currency_code,
      status: 'published',
      position,
      created_by: personId(school, school.owner.login),
    }),
  )
  const courses = school.plans.flatMap((plan) =>
    plan.courses.map((slug, position) => ({
      school_id,
      plan_id: planId(school, plan.slug),
      course_id: courseId(school, slug),
      position,
    })),
  )
  return { plans, courses }
}
