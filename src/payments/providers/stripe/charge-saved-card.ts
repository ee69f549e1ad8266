import type { ChargeResult, SavedCardCharge } from '../provider.ts'
import { convertAmount, readValues, requireReference } from '../reading-replies.ts'
import { toStripeAmount } from './amounts.ts'
import { intentExpansion } from './find-attempt.ts'
import { readDecline, readIntent } from './read-intent.ts'
import { StripeDecline, type StripeClient } from './stripe-client.ts'

/**
 * Charges a card without the buyer. A bank that asks for the buyer refuses with `authentication_required`: then the buyer
 * pays on a hosted page.
 */
export async function chargeSavedCard(client: StripeClient, charge: SavedCardCharge): Promise<ChargeResult> {
  requireReference(charge.reference)
  const failed = { provider: 'stripe' as const, operation: 'chargeSavedCard' }
  const { amount, currency } = convertAmount(failed, () => toStripeAmount(charge.amount))
  try {
    const intent = await client.run(failed.operation, (sdk) =>
      sdk.paymentIntents.create(
        {
          amount,
          currency,
          customer: charge.card.customer_reference,
          payment_method: charge.card.token,
          confirm: true,
          off_session: true,
          description: charge.description,
          metadata: { ...charge.metadata, reference: charge.reference },
          expand: intentExpansion,
        },
        { idempotencyKey: `charge:${charge.reference}` },
      ),
    )
    return { provider_reference: intent.id, payment: readValues(failed, () => readIntent(intent)) }
  } catch (error) {
    if (!(error instanceof StripeDecline)) throw error
    const { payment_intent } = error.cardError
    return { provider_reference: payment_intent?.id ?? null, payment: readDecline(error.cardError) }
  }
}
