import { useSchool } from '#tenancy/client/frame.tsx'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import type { SoldBump } from './sale.ts'

/** Stands for the price in a text that the small script fills in. */
const priceMark = '{price}'

/**
 * Courses that the buyer can add before paying; none is chosen. The small script hides those that the reader has, and shows the total
 * with tax.
 */
export function BumpChoice({ bumps }: { bumps: readonly SoldBump[] }) {
  const { t } = useTranslation('courses')
  if (bumps.length === 0) return null
  return (
    <div className="p-bumps" data-bumps="" data-join-when="visitor buy asked failed opening upgrade unpaid">
      <fieldset data-bump-list="">
        <legend>{t('bumps.title')}</legend>
        {bumps.map((bump) => (
          <Bump key={bump.id} bump={bump} />
        ))}
      </fieldset>
      <div role="status">
        <p className="p-bump-total" data-bump-total="" hidden>
          {t('bumps.total')} <strong data-bump-amount="" /> <span data-bump-taxes="" />
        </p>
        <p data-bump-changed="" hidden>
          {t('bumps.changed')}
        </p>
      </div>
    </div>
  )
}

function Bump({ bump }: { bump: SoldBump }) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  const { id, title, image_url, price } = bump
  const nameOf = (amount: string) => t('bumps.add', { course: title, price: amount })
  return (
    <label className="p-bump" data-bump={id} data-price={price}>
      <input
        type="checkbox"
        name="bump"
        value={id}
        aria-labelledby={`bump-${id}`}
        aria-describedby={`bump-${id}-text`}
        // The browser would check it again after a reload.
        autoComplete="off"
      />
      <span className="p-bump-cover">
        {image_url ? (
          <ResponsiveImage src={image_url} alt="" width={640} height={360} sizes="4.5rem" loading="lazy" />
        ) : (
          <GeneratedCover text={title} />
        )}
      </span>
      <span className="p-bump-text">
        <strong id={`bump-${id}`} data-bump-name={nameOf(priceMark)}>
          {nameOf(formatMoney(price, currency_code))}
        </strong>
        <BumpDetails bump={bump} />
      </span>
    </label>
  )
}

/** The price without the offer, and the texts of the school. */
function BumpDetails({ bump: { id, headline, description, regular_price } }: { bump: SoldBump }) {
  const { t } = useTranslation('kit')
  const { currency_code } = useSchool()
  return (
    <span id={`bump-${id}-text`}>
      {regular_price !== null && (
        <span data-bump-regular="">
          <span className="p-hidden">{t('sale.regular')} </span>
          <s>{formatMoney(regular_price, currency_code)}</s>{' '}
        </span>
      )}
      {headline && <b>{headline} </b>}
      {description}
    </span>
  )
}
