import { createProviderClient } from '../provider-client.ts'
import type { OpenProviderOptions } from '../open-provider.ts'
import type { PaymentProvider, ProviderAccount } from '../provider.ts'
import { createBanks } from './banks.ts'
import { chargeSavedCard } from './charge-saved-card.ts'
import { closeCheckout, createCheckout } from './checkout.ts'
import { findPayment } from './find-payment.ts'
import { exactNumbers } from './flutterwave-replies.ts'
import { checkKeys, listFlutterwavePayments } from './list-payments.ts'
import { listFlutterwaveSettlements } from './list-settlements.ts'
import { createRefunds } from './refunds.ts'
import { flutterwaveRejection } from './rejections.ts'
import { readFlutterwaveWebhook } from './webhook.ts'

/** Adapter for Flutterwave v3 (developer.flutterwave.com/v3.0). Amounts are major units. */
export function createFlutterwave(account: ProviderAccount, options: OpenProviderOptions): PaymentProvider {
  const client = createProviderClient({
    ...options,
    provider: 'flutterwave',
    account,
    exactNumbers,
    rejectionCode: flutterwaveRejection,
  })
  const { mode } = account
  return {
    name: 'flutterwave',
    checkKeys: () => checkKeys(client),
    // v3 has neither a reference nor a list of refunds.
    canRepeatRefunds: false,
    createCheckout: (request) => createCheckout(client, request),
    closeCheckout: (attempt) => closeCheckout(client, attempt),
    findPayment: (attempt) => findPayment(client, attempt, mode),
    chargeSavedCard: (charge) => chargeSavedCard(client, charge, mode),
    // v3 has no call that revokes a token: it ends after a year, and we delete ours.
    removeSavedCard: () => Promise.resolve(),
    cardSetup: null,
    cardLookup: null,
    ...createRefunds(client),
    listPayments: (period) => listFlutterwavePayments(client, period, mode),
    listSettlements: (since) => listFlutterwaveSettlements(client, since),
    readWebhook: (body, headers) => readFlutterwaveWebhook(account, body, headers),
    banks: createBanks(client),
  }
}
