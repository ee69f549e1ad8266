import { exactNumber, type ProviderClient } from '../provider-client.ts'
import type { AttemptReferences, Checkout, CheckoutRequest } from '../provider.ts'
import { convertAmount, isRejectedAs, requireReference } from '../reading-replies.ts'
import { toFlutterwaveAmount } from './amounts.ts'
import { DoneReply, LinkReply } from './flutterwave-replies.ts'

const provider = 'flutterwave'
const maxSessionMinutes = 1440

/**
 * Creates a hosted link. Flutterwave returns a buyer who cancels to the same address as one who paid, so `cancel_url` has
 * no place in the request. Always sends the currency: without it, Flutterwave charges naira.
 */
export async function createCheckout(client: ProviderClient, request: CheckoutRequest): Promise<Checkout> {
  requireReference(request.reference)
  const operation = 'createCheckout'
  const amount = convertAmount({ provider, operation }, () => toFlutterwaveAmount(request.amount))
  const minutes = Math.ceil((request.expires_at.getTime() - Date.now()) / 60_000)
  const { data } = await client.call({
    method: 'POST',
    path: '/payments',
    operation,
    reply: LinkReply,
    body: {
      tx_ref: request.reference,
      amount: exactNumber(amount),
      currency: request.amount.currency,
      redirect_url: request.return_url,
      customer: { email: request.email, ...(request.name && { name: request.name }) },
      customizations: { title: request.description },
      meta: request.metadata,
      configurations: { session_duration: Math.min(maxSessionMinutes, Math.max(1, minutes)) },
      // Only cards can be charged again without the buyer.
      ...(request.saves_card && { payment_options: 'card' }),
    },
  })
  return { url: data.link, provider_reference: data.link, expires_at: request.expires_at }
}

/** Disables the link. A 400 says that it is inactive already. */
export async function closeCheckout(client: ProviderClient, { provider_reference }: AttemptReferences) {
  if (provider_reference === null) return
  try {
    await client.call({
      method: 'POST',
      path: '/payments/link/disable',
      operation: 'closeCheckout',
      reply: DoneReply,
      body: { link: provider_reference },
    })
  } catch (error) {
    if (!isRejectedAs(error, 'other', 'not_found')) throw error
  }
}
