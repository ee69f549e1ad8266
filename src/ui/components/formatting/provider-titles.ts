/** Names of the payment providers, the same in every language. */
export const providerTitles = { stripe: 'Stripe', paystack: 'Paystack', flutterwave: 'Flutterwave' } as const
