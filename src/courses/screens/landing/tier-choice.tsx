import { useSchool } from '#tenancy/client/frame.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { LandingCourse } from './load-landing.ts'

/**
 * The tiers of a course that is sold. The small script shows a student what is left to pay for each tier, and keeps the
 * choice in the address.
 */
export function TierChoice({ course: { enable_tiering, tiering_prices } }: { course: LandingCourse }) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  if (!enable_tiering) return null
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
      {tiering_prices.map((price, index) => (
        // A tier is identified by its position.
        // oxlint-disable-next-line react/no-array-index-key
        <label key={index}>
          <input
            type="radio"
            name="tier"
            value={index + 1}
            data-price={price}
            disabled={price === 0}
            defaultChecked={index === firstSoldTier(tiering_prices)}
          />
          <span>{t('landing.tier', { tier: index + 1 })}</span>
          <strong data-tier-price="">{price === 0 ? t('free') : formatMoney(price, currency_code)}</strong>
        </label>
      ))}
    </fieldset>
  )
}

/** Position of the lowest tier with a price. */
const firstSoldTier = (prices: readonly number[]) => prices.findIndex((price) => price > 0)

/** The price of a course before the reader chooses: that of the lowest tier that is sold. */
export function initialPrice({
  price,
  enable_tiering,
  tiering_prices,
}: Pick<LandingCourse, 'price' | 'enable_tiering' | 'tiering_prices'>): number {
  return enable_tiering ? (tiering_prices.find((one) => one > 0) ?? price) : price
}
