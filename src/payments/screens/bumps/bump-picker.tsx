import { useId } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import { getPurchaseQuote } from '../../contract.ts'
import classes from './bumps.module.css'

type Quote = ApiReply<typeof getPurchaseQuote>
type Bump = Quote['bumps'][number]

interface QuotedPurchase {
  plan_id: string
  affiliate_code: string | null
  /** Ids of the added offers. */
  added: readonly string[]
}

/** What a plan costs the buyer with these added courses; keeps the last reply while another choice loads. */
export function usePurchaseQuote({ plan_id, affiliate_code, added }: QuotedPurchase) {
  return useApiQuery(
    getPurchaseQuote,
    {
      plan_id,
      ...(affiliate_code && { affiliate_code }),
      ...(added.length > 0 && { bump_ids: added.join(',') }),
    },
    { keepPrevious: true },
  )
}

interface Props {
  quote: Quote
  added: readonly string[]
  onChange: (added: readonly string[]) => void
}

/** Courses that the buyer can add before paying; nothing without an offer. */
export function BumpPicker({ quote, added, onChange }: Props) {
  const { t } = useTranslation('bumps')
  if (quote.bumps.length === 0) return null
  const toggle = (id: string) =>
    onChange(added.includes(id) ? added.filter((one) => one !== id) : [...added, id])
  return (
    <fieldset className={classes.list}>
      <legend>{t('buyer.title')}</legend>
      {quote.bumps.map((bump) => (
        <BumpOption
          key={bump.id}
          bump={bump}
          currency={quote.currency}
          isAdded={added.includes(bump.id)}
          onToggle={() => toggle(bump.id)}
        />
      ))}
    </fieldset>
  )
}

interface OptionProps {
  bump: Bump
  currency: string
  isAdded: boolean
  onToggle: () => void
}

function BumpOption({ bump, currency, isAdded, onToggle }: OptionProps) {
  const { t } = useTranslation('bumps')
  const { t: kit } = useTranslation('kit')
  const id = useId()
  const { title, image_url, headline, description, price, regular_price } = bump
  return (
    <label className={classes.bump}>
      <input
        type="checkbox"
        checked={isAdded}
        onChange={onToggle}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
      />
      <span className={classes.cover}>
        {image_url ? (
          <ResponsiveImage src={image_url} alt="" width={640} height={360} sizes="4.5rem" />
        ) : (
          <GeneratedCover text={title} />
        )}
      </span>
      <span className={classes.text}>
        <strong id={id}>{t('buyer.add', { course: title, price: formatMoney(price, currency) })}</strong>
        <span id={`${id}-text`}>
          {regular_price !== null && (
            <>
              <span className="ly-hidden">{kit('sale.regular')} </span>
              <s>{formatMoney(regular_price, currency)}</s>{' '}
            </>
          )}
          {headline && <b>{headline} </b>}
          {description}
        </span>
      </span>
    </label>
  )
}

/** What is paid with the added courses, and the taxes in it. */
export function QuoteTotal({ quote }: { quote: Quote }) {
  const { t } = useTranslation('bumps')
  const taxes = quote.taxes.map(({ name, amount }) => `${name} ${formatMoney(amount, quote.currency)}`)
  return (
    <p role="status" style={{ margin: 0 }}>
      {t('buyer.total')} <strong>{formatMoney(quote.total, quote.currency)}</strong>
      {taxes.length > 0 && ` (${taxes.join(', ')})`}
    </p>
  )
}

/** The added courses of a checkout, with the prices that the buyer sees. */
export const chosenBumps = (quote: Quote, added: readonly string[]) =>
  quote.bumps.filter(({ id }) => added.includes(id)).map(({ id, price }) => ({ id, price }))
