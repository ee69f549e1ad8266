import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { getInvoiceFile, getMyInvoiceFile } from './invoice-file.ts'
import { listInvoices, listMyInvoices } from './list-invoices.ts'
import { getInvoiceSettings, updateInvoiceSettings } from './settings.ts'

export const api = [
  defineEndpoint(contract.listInvoices, listInvoices, {
    csv: [
      'issued_at',
      'invoice_number',
      'kind',
      'refers_to',
      'buyer.name',
      'buyer.email',
      'currency',
      'tax',
      'total',
    ],
  }),
  defineEndpointWithoutTx(contract.getInvoiceFile, getInvoiceFile),
  defineEndpoint(contract.listMyInvoices, listMyInvoices),
  defineEndpointWithoutTx(contract.getMyInvoiceFile, getMyInvoiceFile),
  defineEndpoint(contract.getInvoiceSettings, getInvoiceSettings),
  defineEndpoint(contract.updateInvoiceSettings, updateInvoiceSettings),
]
