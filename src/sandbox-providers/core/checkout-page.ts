import type { Account } from './account.ts'
import { checkoutPage } from './page-markup.ts'
import { payByCard, payLater, publish, setUpCard } from './payments.ts'
import type { SandboxCheckout, SandboxPayment } from './store.ts'
import { digitsOf, type TestCard } from './test-cards.ts'
import type { PageReply } from './wire.ts'

/** Shows the page. */
export function showCheckout(account: Account, checkout: SandboxCheckout, problem?: string): PageReply {
  const { wire, store, now } = account
  if (checkout.status === 'open' && checkout.expires !== null && checkout.expires <= now()) {
    checkout.status = 'expired'
    publish(account, { kind: 'checkout_expired', checkout })
  }
  const payment = checkout.payment_id === null ? null : (store.payments.get(checkout.payment_id) ?? null)
  const html = checkoutPage(checkout, {
    provider: wire.title,
    amount: wire.formatAmount(checkout.amount, checkout.currency),
    cards: wire.cards,
    problem,
    return_url: wire.returnUrl(checkout, payment?.status === 'succeeded' ? payment : null),
  })
  return { html }
}

/** Carries out what the buyer chose on the page. */
export function submitCheckout(
  account: Account,
  checkout: SandboxCheckout,
  form: URLSearchParams,
): PageReply {
  const shown = showCheckout(account, checkout)
  if (checkout.status !== 'open') return shown
  const action = form.get('action')
  if (action === 'cancel') return { location: account.wire.returnUrl(checkout, null) }
  if (checkout.challenge) return answerChallenge(account, checkout, form.get('answer') ?? '')
  if (action === 'bank_transfer' || action === 'mobile_money') {
    if (!checkout.methods.includes(action)) return showCheckout(account, checkout, 'Choose another method.')
    return returnWith(account, checkout, payLater(account, checkout, action))
  }
  const card = findCard(account, form)
  if (typeof card === 'string') return showCheckout(account, checkout, card)
  if (!card.challenge) return useCard(account, checkout, card)
  checkout.challenge = { card, steps: card.challenge }
  return showCheckout(account, checkout)
}

/** The test card of a form, or what is invalid about it. */
export function findCard({ wire }: Account, form: URLSearchParams): TestCard | string {
  const number = digitsOf(form.get('test_card') ?? form.get('card_number') ?? '')
  const card = wire.cards.find((one) => one.number === number)
  if (!card) return 'Enter the number of a test card. The sandbox refuses real cards.'
  if (form.has('test_card')) return card
  if (!/^(0[1-9]|1[0-2])\s*\/\s*[0-9]{2}$/.test(form.get('expiry') ?? ''))
    return 'Enter the expiry date as MM/YY.'
  return /^[0-9]{3,4}$/.test(form.get('cvc') ?? '') ? card : 'Enter the security code: three or four digits.'
}

function answerChallenge(account: Account, checkout: SandboxCheckout, answer: string): PageReply {
  const { card, steps } = checkout.challenge!
  const [step, ...further] = steps
  if (answer.trim() !== step!.answer) {
    checkout.challenge = null
    return useCard(account, checkout, { ...card, result: 'authentication_required' })
  }
  checkout.challenge = further.length > 0 ? { card, steps: further } : null
  if (checkout.challenge) return showCheckout(account, checkout)
  return useCard(account, checkout, card)
}

/** Pays with the card, or saves it on a page without a payment. */
function useCard(account: Account, checkout: SandboxCheckout, card: TestCard): PageReply {
  if (!checkout.setup) return conclude(account, checkout, payByCard(account, checkout, card))
  const decline = setUpCard(account, checkout, card)
  if (decline) return showCheckout(account, checkout, `${decline}. Try another card.`)
  return { location: account.wire.returnUrl(checkout, null) }
}

/** A declined buyer may try another card. */
function conclude(account: Account, checkout: SandboxCheckout, payment: SandboxPayment): PageReply {
  if (payment.status === 'succeeded') return returnWith(account, checkout, payment)
  return showCheckout(account, checkout, `${payment.decline?.text ?? 'Declined'}. Try another card.`)
}

const returnWith = ({ wire }: Account, checkout: SandboxCheckout, payment: SandboxPayment): PageReply => ({
  location: wire.returnUrl(checkout, payment),
})
