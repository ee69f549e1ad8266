import { useTranslation } from '#ui/i18n/use-translation.ts'

const reasons = [
  'coupon_unknown',
  'coupon_expired',
  'coupon_not_started',
  'coupon_paused',
  'coupon_used_up',
  'coupon_already_used',
  'coupon_not_for_course',
  'coupon_not_with_sale',
  'coupon_not_for_person',
] as const

/**
 * The code of a coupon, shown by the small script, with the possible results: the new price, or why the coupon cannot
 * be used.
 */
export function CouponField() {
  const { t } = useTranslation('courses')
  return (
    <details className="p-coupon" data-coupon="" data-join-when="visitor buy asked failed upgrade" hidden>
      <summary>{t('coupon.open')}</summary>
      <form>
        <label htmlFor="coupon-code">{t('coupon.code')}</label>
        <div className="p-coupon-row">
          <input
            id="coupon-code"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            required
          />
          <button type="submit" className="p-button p-button-quiet">
            {t('coupon.apply')}
          </button>
        </div>
      </form>
      <div role="status">
        <p data-coupon-said="applied" hidden>
          {t('coupon.applied')} <strong data-coupon-price="" />
        </p>
        {reasons.map((reason) => (
          <p key={reason} data-coupon-said={reason} hidden>
            {t(`coupon.${reason}`)}
          </p>
        ))}
        <p data-coupon-said="failed" hidden>
          {t('join.failed')}
        </p>
      </div>
      <button type="button" className="p-button p-button-quiet" data-coupon-remove="" hidden>
        {t('coupon.remove')}
      </button>
    </details>
  )
}
