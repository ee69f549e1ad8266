import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { InvoiceDocument, InvoiceKind } from './document.ts'

/** Invoices and credit notes of the school. */
export const selectInvoices = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('invoices as i')
    .where('i.school_id', '=', school_id)
    .select([
      'i.id',
      'i.number_text as invoice_number',
      'i.order_id',
      'i.currency',
      'i.total',
      'i.tax',
      'i.issued_at',
    ])
    .select([
      // A check constraint limits the kind; issueDocument writes the document.
      sql<InvoiceKind>`i.kind`.as('kind'),
      sql<string | null>`i.document ->> 'refers_to'`.as('refers_to'),
    ])

/** A document by its id, with its content. */
export const selectDocument = (ctx: Pick<Ctx, 'tx' | 'school_id'>, id: string) =>
  selectInvoices(ctx)
    .where('i.id', '=', id)
    .select(['i.buyer_id', sql<InvoiceDocument>`i.document`.as('document')])
