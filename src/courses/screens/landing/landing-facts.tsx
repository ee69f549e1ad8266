import { useSchool } from '#tenancy/client/frame.tsx'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { RegularPrice, SaleEnd, SalePrice } from '#ui/components/formatting/sale-price.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { LandingCourse } from './load-landing.ts'
import type { Sale } from './sale.ts'
import { initialPrice } from './tier-choice.tsx'

interface PriceProps {
  course: LandingCourse
  /** Null unless it is sold online: then the form lists the tiers. */
  sale: Sale | null
}

/** Price of a course, per tier if it has tiers. */
export function LandingPrice({ course, sale }: PriceProps) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  const { enable_tiering, tiering_prices } = course
  const { price, regular } = initialPrice(course)
  return (
    <>
      <p className="p-landing-price">
        {regular !== null && (
          <span data-course-regular="">
            <RegularPrice price={formatMoney(regular, currency_code)} />
          </span>
        )}
        <span data-course-price="">{price === 0 ? t('free') : formatMoney(price, currency_code)}</span>
      </p>
      {course.current_sale && (
        <p className="p-landing-sale">
          <SaleEnd ends_on={course.current_sale.ends_on} />
        </p>
      )}
      <SaleTax sale={sale} />
      {enable_tiering && !sale && (
        <ol className="p-landing-tiers">
          {tiering_prices.map((tier_price, index) => (
            // A tier is identified by its position.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <span>{t('landing.tier', { tier: index + 1 })}</span>
              <strong>
                {tier_price === 0 ? (
                  t('free')
                ) : (
                  <SalePrice {...tierPrice(course, index)} currency={currency_code} />
                )}
              </strong>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const tierPrice = ({ tiering_prices, current_sale }: LandingCourse, index: number) => {
  const price = current_sale?.tiering_prices[index] ?? null
  return { price: tiering_prices[index]!, current_sale: price === null ? null : { price, ends_on: null } }
}

/** Whether tax is added to the price, or part of it. */
export function SaleTax({ sale }: { sale: Sale | null }) {
  const { t } = useTranslation('courses')
  if (!sale?.tax) return null
  const { mode, rates } = sale.tax
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const
  const tax = rates
    .map(({ name, basis_points }) => `${name} ${formatNumber(basis_points / 10_000, percent)}`)
    .join(', ')
  return (
    <p className="p-landing-quiet">
      {t(mode === 'exclusive' ? 'landing.plusTax' : 'landing.includesTax', { tax })}
    </p>
  )
}

/** Size and dates of a course. */
export function LandingFacts({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  const date = useDate()
  const { course_start_date, course_end_date } = course
  const facts = [
    [t('landing.lessons'), formatNumber(course.lessons_count)],
    [t('landing.contents'), formatNumber(course.contents_count)],
    [t('landing.starts'), isFuture(course_start_date) && date(course_start_date!)],
    [t('landing.ends'), course_end_date && date(course_end_date)],
    [t('landing.access'), useAccess(course)],
    [t('landing.faculty'), course.faculty?.name],
    [t('landing.department'), course.course_department],
  ] as const
  return (
    <dl className="p-landing-facts">
      {facts.map(([name, fact]) =>
        fact ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** A start in the past says nothing to a visitor. */
const isFuture = (moment: string | null) => moment !== null && Date.parse(moment) > Date.now()

/** Duration of an approval, if limited. */
function useAccess({
  student_access_limit_after_approval: days,
  unapprove_all_students_on_end_date: ends,
  course_end_date,
}: LandingCourse) {
  const { t } = useTranslation('courses')
  const limits = [
    ...(days === null ? [] : [t('landing.accessDays', { count: days })]),
    ...(ends && course_end_date ? [t('landing.accessUntilEnd')] : []),
  ]
  return limits.join(', ')
}

/** The page is cached for everybody, so dates use the school's time zone. */
function useDate() {
  const { i18n } = useTranslation()
  const { time_zone } = useSchool()
  return (moment: string) =>
    formatTime(new Date(moment), { style: 'date', language: i18n.language, zone: time_zone })
}
