import { Type } from 'typebox'
import { Instant, Nullable, OkReply, StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Provider } from '../shapes.ts'

const Mode = StringEnum('test', 'live')
const ByProvider = Type.Object({ provider: Provider })
/** Printable characters without spaces, as they go into a header. */
const Key = Type.String({ minLength: 8, maxLength: 300, pattern: '^[\\x21-\\x7e]+$' })

const Account = Type.Object({
  mode: Mode,
  /** The last four characters of the secret key; null for admins, who see no part of a key. */
  key_suffix: Nullable(Type.String()),
  /** Whether webhooks signed with the previous key are accepted too. */
  has_previous_key: Type.Boolean(),
  connected_at: Instant,
  keys_changed_at: Instant,
  last_webhook_at: Nullable(Instant),
})

const PaymentAccounts = Type.Object({
  currency: Type.String(),
  /** The keys that may be connected: test keys outside of production, live keys in production. */
  accepted_mode: Mode,
  data: Type.Array(
    Type.Object({
      provider: Provider,
      /** Null: the school has no account of its own here. */
      account: Nullable(Account),
      /** Whether payments use the platform's account while the school has none. */
      has_platform_account: Type.Boolean(),
      /** Whether students pay through this provider in the school's currency. */
      is_used: Type.Boolean(),
      /** The currencies that go to it: NGN, GHS, KES and ZAR (`african`), all others, all, or none. */
      currencies: StringEnum('african', 'other', 'all', 'none'),
      webhook_url: Type.String(),
      /** Events to choose at the provider; empty where it sends all events. */
      webhook_events: Type.Array(Type.String()),
    }),
  ),
})

export const listPaymentAccounts = defineRoute({
  name: 'listPaymentAccounts',
  method: 'GET',
  path: '/payments/v1/provider-accounts',
  access: 'admin',
  summary: 'The school’s own accounts at payment providers, without their keys',
  reply: [200, PaymentAccounts],
})

export const connectPaymentAccount = defineRoute({
  name: 'connectPaymentAccount',
  method: 'PUT',
  path: '/payments/v1/provider-accounts/:provider',
  access: 'owner',
  summary:
    'Connects the school’s own account, or replaces its keys. The provider checks the secret key before it is stored',
  transaction: 'own',
  support: 'never',
  limits: [{ by: 'user', max: 20, seconds: 3600 }],
  params: ByProvider,
  body: Type.Object({
    secret_key: Key,
    /** Stripe’s signing secret or Flutterwave’s secret hash. Paystack signs with the secret key. */
    webhook_secret: Type.Optional(Key),
  }),
  reply: [200, PaymentAccounts],
  refusals: [
    'payment_key_format',
    'payment_key_must_be_live',
    'payment_key_must_be_test',
    'payment_key_refused',
    'payment_key_unchecked',
  ],
})

export const disconnectPaymentAccount = defineRoute({
  name: 'disconnectPaymentAccount',
  method: 'DELETE',
  path: '/payments/v1/provider-accounts/:provider',
  access: 'owner',
  summary: 'Ends new payments through the school’s own account; its earlier payments can still be refunded',
  support: 'never',
  params: ByProvider,
  reply: [200, OkReply],
})
