import { useSchool } from '#tenancy/client/frame.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { RegularPrice } from '#ui/components/formatting/sale-price.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { LandingCourse } from './load-landing.ts'

/**
 * The tiers of a course that is sold. The small script shows a student what is left to pay for each tier, and keeps the
 * choice in the address.
 */
export function TierChoice({ course }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  if (!course.enable_tiering) return null
  return (
    <fieldset
      className="p-tiers"
      data-tiers={currency_code}
      data-join-when="visitor buy asked failed opening upgrade"
    >
      <legend>{t('tiers.choose')}</legend>
      <p data-join-when="upgrade" hidden>
        {t('tiers.upgradeText')}
      </p>
      {course.tiering_prices.map((_price, index) => (
        // A tier is identified by its position.
        // oxlint-disable-next-line react/no-array-index-key
        <Tier key={index} course={course} index={index} />
      ))}
    </fieldset>
  )
}

/** A tier with its price of today, and during a sale the price without it. */
function Tier({ course: { tiering_prices, current_sale }, index }: { course: LandingCourse; index: number }) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  const regular = tiering_prices[index]!
  const sale = current_sale?.tiering_prices[index] ?? null
  const price = sale ?? regular
  return (
    <label>
      <input
        type="radio"
        name="tier"
        value={index + 1}
        data-price={price}
        {...(sale !== null && { 'data-regular': regular })}
        disabled={price === 0}
        defaultChecked={index === firstSoldTier(tiering_prices)}
      />
      <span>{t('landing.tier', { tier: index + 1 })}</span>
      <span className="p-tier-price">
        {sale !== null && (
          <span data-tier-regular="">
            <RegularPrice price={formatMoney(regular, currency_code)} />
          </span>
        )}
        <strong data-tier-price="">{price === 0 ? t('free') : formatMoney(price, currency_code)}</strong>
      </span>
    </label>
  )
}

/** Position of the lowest tier with a price. */
const firstSoldTier = (prices: readonly number[]) => prices.findIndex((price) => price > 0)

/** The price of a course before the reader chooses: that of the lowest tier that is sold. */
export function initialPrice(course: LandingCourse): { price: number; regular: number | null } {
  const { price, enable_tiering, tiering_prices, current_sale } = course
  const tier = enable_tiering ? firstSoldTier(tiering_prices) : -1
  const regular = tiering_prices[tier] ?? price
  const sale = (tier >= 0 ? current_sale?.tiering_prices[tier] : current_sale?.price) ?? null
  return sale === null ? { price: regular, regular: null } : { price: sale, regular }
}
