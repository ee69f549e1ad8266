import type { InsertObject } from 'kysely'
import type { DB } from '#platform/database/database-types.ts'
import { demoId } from '../ids.ts'
import type { DemoSchool } from '../types.ts'
import { courseId } from './course-rows.ts'
import { personId } from './people-rows.ts'

export const planId = ({ school_url }: DemoSchool, slug: string) => demoId(school_url, 'plan', slug)

/** The published plans of a school, in its order. */
export function planRows(school: DemoSchool, school_id: string) {
  const rows = school.plans.map(({ slug, courses, ...plan }, position) => {
    const id = planId(school, slug)
    const row: InsertObject<DB, 'payment_plans'> = {
      ...plan,
      enable_affiliates: plan.default_affiliate_commission !== undefined,
      school_id,
      id,
      currency: school.currency_code,
      status: 'published',
      position,
      created_by: personId(school, school.owner.login),
    }
    const opened = courses.map((course, index) => ({
      school_id,
      plan_id: id,
      course_id: courseId(school, course),
      position: index,
    }))
    return { row, opened }
  })
  return { plans: rows.map(({ row }) => row), courses: rows.flatMap(({ opened }) => opened) }
}
