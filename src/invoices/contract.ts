import { Type } from 'typebox'
import {
  Id,
  Instant,
  MinorUnits,
  Nullable,
  PageOf,
  PagingParams,
  StringEnum,
  Text,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  invoice_prefixes_equal: [409, 'Invoices and credit notes need different prefixes.'],
})

const ById = Type.Object({ id: Id })

const invoiceFields = {
  id: Id,
  kind: StringEnum('invoice', 'credit_note'),
  /** With its prefix. Numbers of each kind have no gaps. */
  invoice_number: Type.String(),
  order_id: Id,
  /** Number of the invoice that a credit note corrects, or of the credit note that an invoice cancels. */
  refers_to: Nullable(Type.String()),
  currency: Type.String(),
  total: MinorUnits,
  /** Tax in the total. */
  tax: MinorUnits,
  issued_at: Instant,
}

export const OwnInvoice = Type.Object(invoiceFields)

export const StaffInvoice = Type.Object({
  ...invoiceFields,
  /** As the document names the buyer. */
  buyer: Type.Object({ name: Type.String(), email: Type.String() }),
})

const InvoiceFile = Type.Object({
  file_name: Type.String(),
  content_type: Type.String(),
  /** Content in base64. */
  content: Type.String(),
})

const fileLimits = [{ by: 'user', max: 120, seconds: 3600 }] as const

export const listInvoices = defineRoute({
  name: 'listInvoices',
  method: 'GET',
  path: '/payments/v1/invoices',
  access: 'admin',
  csv: 'invoices',
  summary: 'Invoices and credit notes of the school, newest first',
  query: Type.Object({
    ...PagingParams,
    kind: Type.Optional(StringEnum('invoice', 'credit_note')),
    order_id: Type.Optional(Id),
    /** Part of the number, or of the buyer’s name or e-mail address. */
    search: Type.Optional(Text(200)),
  }),
  reply: [200, PageOf(StaffInvoice)],
})

export const getInvoiceFile = defineRoute({
  name: 'getInvoiceFile',
  method: 'GET',
  path: '/payments/v1/invoices/:id/file',
  access: 'admin',
  summary: 'An invoice or credit note as PDF',
  limits: fileLimits,
  // Written in a separate process, without an open transaction.
  transaction: 'own',
  params: ById,
  reply: [200, InvoiceFile],
})

export const listMyInvoices = defineRoute({
  name: 'listMyInvoices',
  method: 'GET',
  path: '/payments/v1/my-invoices',
  access: 'student',
  summary: 'Invoices and credit notes of the caller, newest first',
  query: Type.Object({ ...PagingParams, order_id: Type.Optional(Id) }),
  reply: [200, PageOf(OwnInvoice)],
})

export const getMyInvoiceFile = defineRoute({
  name: 'getMyInvoiceFile',
  method: 'GET',
  path: '/payments/v1/my-invoices/:id/file',
  access: 'student',
  summary: 'An invoice or credit note of the caller as PDF',
  limits: fileLimits,
  transaction: 'own',
  params: ById,
  reply: [200, InvoiceFile],
})

/** Stored in capital letters. */
const Prefix = Type.String({ pattern: '^[A-Za-z0-9/-]{0,10}$', maxLength: 10 })

export const InvoiceSettings = Type.Object({
  /** Name of the school as a business; empty for the name of the school. */
  seller_name: Text(200),
  address: Text(500),
  tax_number: Text(60),
  /** The last lines, such as bank and registration. */
  footer: Text(500),
  /** What numbers of later documents begin with. */
  invoice_prefix: Prefix,
  credit_note_prefix: Prefix,
})

export const getInvoiceSettings = defineRoute({
  name: 'getInvoiceSettings',
  method: 'GET',
  path: '/payments/v1/invoice-settings',
  access: 'admin',
  summary: 'The school on its invoices',
  reply: [200, InvoiceSettings],
})

export const updateInvoiceSettings = defineRoute({
  name: 'updateInvoiceSettings',
  method: 'PUT',
  path: '/payments/v1/invoice-settings',
  access: 'admin',
  summary: 'Changes the school on later invoices',
  body: InvoiceSettings,
  reply: [200, InvoiceSettings],
  refusals: ['invoice_prefixes_equal'],
})
