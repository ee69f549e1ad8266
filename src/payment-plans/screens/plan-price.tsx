import { RegularPrice, SaleEnd } from '#ui/components/formatting/sale-price.tsx'
import { atCurrentPrice, usePlanTexts, type PlanOffer } from './use-plan-texts.ts'

/** The price of a plan; during a sale with the one that is crossed out, and the last day. */
export function PlanPrice({ plan }: { plan: PlanOffer }) {
  const { priceText } = usePlanTexts()
  const { current_sale } = plan
  if (!current_sale) return priceText(plan)
  const current = priceText(atCurrentPrice(plan))
  return (
    <>
      <RegularPrice price={priceText(plan)} />
      {current} <SaleEnd ends_on={current_sale.ends_on} />
    </>
  )
}
