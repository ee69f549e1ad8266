import { exactNumber, type ProviderClient } from '../provider-client.ts'
import type { ChargeResult, ProviderMode, SavedCardCharge } from '../provider.ts'
import { convertAmount, isRejectedAs, requireReference } from '../reading-replies.ts'
import { toFlutterwaveAmount } from './amounts.ts'
import { findPayment } from './find-payment.ts'
import { ChargedReply } from './flutterwave-replies.ts'

const provider = 'flutterwave'

/** Charges a token. The reply of the charge is a hint as every other; the state is that of verify. */
export async function chargeSavedCard(
  client: ProviderClient,
  charge: SavedCardCharge,
  mode: ProviderMode,
): Promise<ChargeResult> {
  requireReference(charge.reference)
  const attempt = { reference: charge.reference, provider_reference: null }
  try {
    const { data, meta } = await client.call(chargeCall(charge))
    const provider_reference = String(data.id)
    const url = meta?.authorization?.redirect
    if (data.status === 'pending' && url)
      return { provider_reference, payment: { state: 'action_required', url } }
    return { provider_reference, payment: await findPayment(client, attempt, mode) }
  } catch (error) {
    // Declines come as a refusal; the transaction then exists, and its state is the answer.
    if (!isRejectedAs(error, 'other', 'duplicate_reference')) throw error
    const payment = await findPayment(client, attempt, mode)
    if (payment.state === 'not_found') throw error
    return { provider_reference: null, payment }
  }
}

function chargeCall(charge: SavedCardCharge) {
  const operation = 'chargeSavedCard'
  const amount = convertAmount({ provider, operation }, () => toFlutterwaveAmount(charge.amount))
  return {
    method: 'POST' as const,
    path: '/tokenized-charges',
    operation,
    reply: ChargedReply,
    body: {
      token: charge.card.token,
      currency: charge.amount.currency,
      amount: exactNumber(amount),
      email: charge.email,
      tx_ref: charge.reference,
      narration: charge.description,
    },
  }
}
