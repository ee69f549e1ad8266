import { Type } from 'typebox'
import {
  Id,
  Instant,
  MinorUnits,
  Nullable,
  PageOf,
  PagingParams,
  SingleLineText,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { CheckoutBody, checkoutLimits, transferRefusals } from '../checkout/checkout-contract.ts'
import { Amount, OrderDetails, OrderStatus } from '../shapes.ts'

const ById = Type.Object({ id: Id })

const BankAccount = Type.Object({
  currency: Type.String({ maxLength: 3, pattern: '^[A-Z]{3}$' }),
  bank_name: SingleLineText(100),
  account_name: SingleLineText(120),
  account_number: SingleLineText(40),
  /** For example a branch code; empty for none. */
  note: Text(300),
})

export const BankTransferSettings = Type.Object({
  is_enabled: Type.Boolean(),
  /** Whether instalments and subscriptions are paid by transfer, too. */
  allows_plans: Type.Boolean(),
  /** How many days an order waits for its money. */
  waiting_days: Type.Integer({ minimum: 1, maximum: 60 }),
  /** Buyers see those of the order’s currency. */
  accounts: Type.Array(BankAccount, { maxItems: 10 }),
})

export const getBankTransferSettings = defineRoute({
  name: 'getBankTransferSettings',
  method: 'GET',
  path: '/payments/v1/bank-transfer-settings',
  access: 'admin',
  summary: 'Whether students may pay by bank transfer, and to which accounts',
  reply: [200, BankTransferSettings],
})

export const updateBankTransferSettings = defineRoute({
  name: 'updateBankTransferSettings',
  method: 'PUT',
  path: '/payments/v1/bank-transfer-settings',
  access: 'admin',
  summary: 'Changes how students pay by bank transfer',
  body: Type.Object({
    ...BankTransferSettings.properties,
    /** Absent: it stays as it is. */
    allows_plans: Type.Optional(Type.Boolean()),
  }),
  reply: [200, BankTransferSettings],
  refusals: ['transfer_account_missing'],
})

/** `expired`: no proof arrived in time. */
const TransferState = StringEnum('waiting', 'submitted', 'declined', 'approved', 'expired')

const Proof = Type.Object({
  /** A link to the file for the caller only. Null if the file was deleted. */
  url: Nullable(Type.String()),
  file_name: Type.String(),
  is_image: Type.Boolean(),
  amount: MinorUnits,
  paid_on: Type.String(),
  sender_name: Type.String(),
  submitted_at: Instant,
})

const transferFields = {
  id: Id,
  order_id: Id,
  /** To write in the transfer: the number of the order. */
  reference: Type.String(),
  state: TransferState,
  /** What is left to pay of the order when the transfer began. */
  amount: MinorUnits,
  currency: Type.String(),
  expires_at: Instant,
  created_at: Instant,
  decline_reason: Nullable(Type.String()),
  proof: Nullable(Proof),
}

export const startBankTransfer = defineRoute({
  name: 'startBankTransfer',
  method: 'POST',
  path: '/payments/v1/bank-transfers',
  access: 'student',
  summary: 'Starts the payment of a course or plan by bank transfer',
  idempotent: true,
  transaction: 'own',
  limits: checkoutLimits,
  body: CheckoutBody,
  reply: [201, Type.Object({ order_id: Id, url: Type.String() })],
  refusals: [...transferRefusals],
})

export const getMyBankTransfer = defineRoute({
  name: 'getMyBankTransfer',
  method: 'GET',
  path: '/payments/v1/my-orders/:id/bank-transfer',
  access: 'student',
  summary: 'The latest bank transfer of an order of the caller, with the accounts of the school',
  params: ById,
  reply: [
    200,
    Type.Object({
      ...transferFields,
      title: Type.String(),
      order_status: OrderStatus,
      /** What is still missing of the price. */
      open_amount: MinorUnits,
      accounts: Type.Array(BankAccount),
    }),
  ],
})

export const submitTransferProof = defineRoute({
  name: 'submitTransferProof',
  method: 'PUT',
  path: '/payments/v1/my-orders/:id/bank-transfer/proof',
  access: 'student',
  summary: 'Sends or replaces the proof of a transfer until staff decide',
  params: ById,
  body: Type.Object({
    /** A finished upload of the purpose `payment_proof`. */
    upload_id: Id,
    amount: Amount,
    paid_on: SingleLineText(10),
    sender_name: SingleLineText(120),
  }),
  reply: getMyBankTransfer.reply,
  refusals: ['transfer_decided', 'transfer_expired'],
})

const StaffTransfer = Type.Object({
  ...transferFields,
  buyer: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
  decided_at: Nullable(Instant),
})

export const listBankTransfers = defineRoute({
  name: 'listBankTransfers',
  method: 'GET',
  path: '/payments/v1/bank-transfers',
  access: 'admin',
  summary: 'Bank transfers to the school, newest first',
  query: Type.Object({
    ...PagingParams,
    state: Type.Optional(StringEnum('waiting', 'submitted', 'declined', 'approved')),
    order_id: Type.Optional(Id),
  }),
  reply: [200, PageOf(StaffTransfer)],
})

export const approveBankTransfer = defineRoute({
  name: 'approveBankTransfer',
  method: 'POST',
  path: '/payments/v1/bank-transfers/:id/approve',
  access: 'admin',
  summary: 'Records the money that arrived; an order that is paid in full opens',
  params: ById,
  body: Type.Object({ amount: Amount }),
  reply: [200, OrderDetails],
  refusals: ['transfer_decided', 'order_being_charged'],
})

export const declineBankTransfer = defineRoute({
  name: 'declineBankTransfer',
  method: 'POST',
  path: '/payments/v1/bank-transfers/:id/decline',
  access: 'admin',
  summary: 'Declines a proof; the buyer reads the reason and may send another one',
  params: ById,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
  reply: [200, OrderDetails],
  refusals: ['transfer_decided'],
})
