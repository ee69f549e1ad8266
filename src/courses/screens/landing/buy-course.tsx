import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Sale } from './sale.ts'

/**
 * What a student can do in a course that is sold, by state: `buy`, `asked` (buy, after a request to join), `opening` (the
 * payment page loads), `unpaid` (continue a payment), `upgrade` (buy a higher tier), `paid` (wait for staff), `failed`.
 */
export function BuyActions({ sale }: { sale: Sale }) {
  const { t } = useTranslation('courses')
  return (
    <>
      <p data-join-when="asked" hidden>
        {t('join.pending')}
      </p>
      <p data-join-when="unpaid" hidden>
        {t('buy.unpaid')}
      </p>
      <ActionButton when="buy asked opening failed" sale={sale}>
        {t('buy.button')}
      </ActionButton>
      <ActionButton when="upgrade" sale={sale}>
        {t('tiers.upgrade')}
      </ActionButton>
      <ActionButton when="unpaid" sale={sale}>
        {t('buy.continue')}
      </ActionButton>
      {sale.provider !== null && sale.bank_transfer && <TransferButton />}
      <p className="p-landing-quiet" data-join-when="unpaid" hidden>
        <a href="/payments" data-order-link="">
          {t('buy.check')}
        </a>
      </p>
      <p role="status" data-join-when="opening" hidden>
        {t('buy.opening')}
      </p>
      <p data-join-when="paid" hidden>
        {t('buy.paid')}
      </p>
      <p data-join-when="failed" hidden>
        {t('buy.failed')}
      </p>
    </>
  )
}

/** Starts a bank transfer instead, and opens its page. */
function TransferButton() {
  const { t } = useTranslation('courses')
  return (
    <button
      type="button"
      className="p-button p-button-large p-button-quiet"
      data-join-when="buy asked failed upgrade"
      data-join-action=""
      data-transfer=""
      hidden
    >
      {t('buy.transfer')}
    </button>
  )
}

interface ActionProps {
  when: string
  sale: Sale
  children: string
}

/** Opens the payment page, or the page of a transfer in a school without a provider; shown in these states. */
const ActionButton = ({ when, sale, children }: ActionProps) => (
  <button
    type="button"
    className="p-button p-button-large"
    data-join-when={when}
    data-join-action=""
    {...(sale.provider === null && { 'data-transfer': '' })}
    hidden
  >
    {children}
  </button>
)
