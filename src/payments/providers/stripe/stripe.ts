import type { OpenProviderOptions } from '../open-provider.ts'
import type { PaymentProvider, ProviderAccount } from '../provider.ts'
import { isRejectedAs } from '../reading-replies.ts'
import { createCardLookup, createCardSetup } from './card-setup.ts'
import { chargeSavedCard } from './charge-saved-card.ts'
import { closeCheckout, createCheckout } from './checkout.ts'
import { createDisputes } from './disputes.ts'
import { findPayment } from './find-payment.ts'
import { listStripePayments } from './list-payments.ts'
import { listStripeSettlements } from './list-settlements.ts'
import { createRefunds } from './refunds.ts'
import { createStripeClient, stripeApiVersion, type StripeClient } from './stripe-client.ts'
import { readStripeWebhook } from './webhook.ts'

/** Adapter for Stripe, by the official SDK. A payment's id is that of its PaymentIntent. */
export function createStripe(account: ProviderAccount, options: OpenProviderOptions): PaymentProvider {
  const client = createStripeClient(account, options)
  return {
    name: 'stripe',
    checkKeys: async () => void (await client.run('checkKeys', (sdk) => sdk.balance.retrieve())),
    canRepeatRefunds: true,
    createCheckout: (request) => createCheckout(client, request),
    closeCheckout: (attempt) => closeCheckout(client, attempt),
    findPayment: (attempt) => findPayment(client, attempt),
    chargeSavedCard: (charge) => chargeSavedCard(client, charge),
    removeSavedCard: ({ token }) => removeSavedCard(client, token),
    cardSetup: createCardSetup(client),
    cardLookup: createCardLookup(client),
    ...createRefunds(client),
    ...createDisputes(client),
    listPayments: (period) => listStripePayments(client, period),
    listSettlements: (since) => listStripeSettlements({ client, mode: account.mode }, since),
    readWebhook: (body, headers, now) => {
      const { api_version, ...event } = readStripeWebhook(account, body, { headers, now })
      if (api_version !== stripeApiVersion)
        options.log.warn(
          { provider: 'stripe', api_version, expected: stripeApiVersion },
          'webhook endpoint has another API version',
        )
      return event
    },
    banks: null,
  }
}

async function removeSavedCard(client: StripeClient, token: string) {
  try {
    await client.run('removeSavedCard', (sdk) => sdk.paymentMethods.detach(token))
  } catch (error) {
    // A card that is detached already is refused as well.
    if (!isRejectedAs(error, 'not_found', 'other')) throw error
  }
}
