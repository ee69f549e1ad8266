import { headerSecret, plainHttpUrl } from '#platform/config/formats.ts'
import {
  booleanSetting,
  choiceSetting,
  defineConfigGroup,
  integerSetting,
  listSetting,
  textItem,
  textSetting,
  urlSetting,
  type ConfigContext,
} from '#platform/config/settings.ts'
import { keyMode } from './provider-accounts/key-mode.ts'
import type { ProviderRule } from './provider-accounts/choose-provider.ts'
import type { ProviderMode, ProviderName } from './providers/provider.ts'

/** Keys of the platform's own account at a provider. */
export interface PlatformAccount {
  secret_key: string
  webhook_keys: readonly string[]
  mode: ProviderMode
}

export interface PaymentsConfig extends ProviderRule {
  /** Providers at which the platform has an account. */
  accounts: Partial<Record<ProviderName, PlatformAccount>>
  baseUrls: Record<ProviderName, string>
  /** The platform's share of sales of schools on the commission plan, in hundredths of a per cent. */
  commissionBasisPoints: number
  /** Whether `npm start` runs stand-ins of the providers, because no provider has keys. */
  runsSandbox: boolean
  /** Whether schools may use keys of the providers' test modes. */
  allowsTestKeys: boolean
}

declare module '#platform/config/config.ts' {
  interface Config {
    payments: PaymentsConfig
  }
}

const key = (description: string, more: { requiredWith?: readonly string[] } = {}) =>
  textSetting({ description, format: headerSecret, secret: true, ...more })
const address = <const D extends string>(provider: string, defaultUrl: D) =>
  urlSetting({
    description: `Address of the API of ${provider}`,
    format: plainHttpUrl,
    default: defaultUrl,
    plaintextConnection: 'payments',
  })

export const paymentsGroup = defineConfigGroup({
  title: 'Payments',
  usedBy: ['web', 'worker'],
  settings: {
    PAYMENT_PRIMARY_PROVIDER: choiceSetting(['paystack', 'flutterwave'], {
      description: 'Provider for NGN, GHS, KES and ZAR',
      default: 'flutterwave',
    }),
    STRIPE_ENABLED: booleanSetting({
      description: 'Whether Stripe takes payments in all other currencies; otherwise Flutterwave does',
      default: false,
    }),
    STRIPE_SECRET_KEY: key('Secret key of the platform’s account at Stripe'),
    STRIPE_WEBHOOK_SECRETS: listSetting(textItem(headerSecret), {
      description: 'Signing secrets of the webhook endpoint at Stripe; two while you replace one',
      secret: true,
      maxItems: 2,
      requiredWith: ['STRIPE_SECRET_KEY'],
    }),
    STRIPE_URL: address('Stripe', 'https://api.stripe.com'),
    PAYSTACK_SECRET_KEY: key(
      'Secret key of the platform’s account at Paystack, which also signs its webhooks',
    ),
    PAYSTACK_PREVIOUS_SECRET_KEY: textSetting({
      description: 'Previous secret key, which still verifies webhooks while you replace it',
      format: headerSecret,
      secret: true,
      onlyWith: 'PAYSTACK_SECRET_KEY',
    }),
    PAYSTACK_URL: address('Paystack', 'https://api.paystack.co'),
    FLUTTERWAVE_SECRET_KEY: key('Secret key of the platform’s account at Flutterwave'),
    FLUTTERWAVE_WEBHOOK_HASHES: listSetting(textItem(headerSecret), {
      description: 'Secret hashes of the webhooks of Flutterwave; two while you replace one',
      secret: true,
      maxItems: 2,
      requiredWith: ['FLUTTERWAVE_SECRET_KEY'],
    }),
    FLUTTERWAVE_URL: address('Flutterwave', 'https://api.flutterwave.com/v3'),
    PAYMENT_SANDBOX: booleanSetting({
      description:
        'Whether `npm start` runs stand-ins of the payment providers, without real money, if no provider has keys; production refuses `on`',
      default: true,
      productionDefault: false,
      usedBy: ['web'],
    }),
    COMMISSION_BASIS_POINTS: integerSetting({
      description:
        'The platform’s share of sales of schools on the commission plan, in hundredths of a per cent: 500 is 5 %',
      minimum: 0,
      maximum: 10_000,
      unit: 'basis points',
      default: 500,
    }),
  },
  resolve(values, context) {
    const accounts: PaymentsConfig['accounts'] = {}
    const add = (name: ProviderName, secret_key: string | null, webhook_keys: readonly string[] | null) => {
      if (!secret_key) return
      const mode = keyMode(secret_key)
      refuseTestKey(context, name, mode)
      accounts[name] = { secret_key, webhook_keys: webhook_keys ?? [], mode }
    }
    const { PAYSTACK_SECRET_KEY: paystack, PAYSTACK_PREVIOUS_SECRET_KEY: previous } = values
    add('stripe', values.STRIPE_SECRET_KEY, values.STRIPE_WEBHOOK_SECRETS)
    add('paystack', paystack, paystack ? [paystack, ...(previous ? [previous] : [])] : null)
    add('flutterwave', values.FLUTTERWAVE_SECRET_KEY, values.FLUTTERWAVE_WEBHOOK_HASHES)
    if (context.production && values.PAYMENT_SANDBOX)
      context.addError('PAYMENT_SANDBOX', 'must be off in production: nobody pays in the sandbox')
    const payments: PaymentsConfig = {
      primary: values.PAYMENT_PRIMARY_PROVIDER,
      isStripeEnabled: values.STRIPE_ENABLED,
      accounts,
      baseUrls: {
        stripe: values.STRIPE_URL,
        paystack: values.PAYSTACK_URL,
        flutterwave: values.FLUTTERWAVE_URL,
      },
      commissionBasisPoints: values.COMMISSION_BASIS_POINTS,
      runsSandbox: values.PAYMENT_SANDBOX && Object.keys(accounts).length === 0,
      allowsTestKeys: !context.production,
    }
    return { payments }
  },
})

/** With a test key, test cards would open courses of real schools. */
function refuseTestKey(context: ConfigContext, name: ProviderName, mode: ProviderMode) {
  if (context.production && mode === 'test')
    context.addError(`${name.toUpperCase()}_SECRET_KEY`, 'must be a key of the live mode in production')
}
