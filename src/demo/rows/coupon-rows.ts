import type { InsertObject } from 'kysely'
import { localDay } from '#lib/dates/local-day.ts'
import type { DB } from '#platform/database/database-types.ts'
import { demoId } from '../ids.ts'
import type { DemoCoupon, DemoSchool } from '../types.ts'
import { courseId } from './course-rows.ts'
import { personId } from './people-rows.ts'

interface Facts {
  school: DemoSchool
  school_id: string
  now: Date
}

const dayMs = 86_400_000

export const couponId = ({ school_url }: DemoSchool, { code }: DemoCoupon) =>
  demoId(school_url, 'coupon', code)

/** The coupons of a school, each a day newer than the next. */
export function couponRows({ school, school_id, now }: Facts) {
  const day = (days: number | undefined) =>
    days === undefined ? null : localDay(school.time_zone, new Date(now.getTime() + days * dayMs))
  const coupons = school.coupons.map((coupon, position): InsertObject<DB, 'coupons'> => {
    const { code, courses, starts_in_days, ends_in_days, max_uses, is_paused, uses } = coupon
    const created_at = new Date(now.getTime() - (400 + position) * dayMs)
    return {
      school_id,
      id: couponId(school, coupon),
      code,
      ...('percent_off' in coupon
        ? { percent_off: coupon.percent_off }
        : { amount_off: coupon.amount_off, currency: school.currency_code }),
      applies_to_all_courses: !courses,
      starts_on: day(starts_in_days),
      ends_on: day(ends_in_days),
      is_paused: is_paused ?? false,
      max_uses: max_uses ?? null,
      used_count: uses ?? 0,
      created_by: personId(school, school.owner.login),
      created_at,
      updated_at: created_at,
    }
  })
  const courses = school.coupons.flatMap((coupon) =>
    (coupon.courses ?? []).map((slug) => ({
      school_id,
      coupon_id: couponId(school, coupon),
      course_id: courseId(school, slug),
    })),
  )
  return { coupons, courses }
}
