import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { getMyBankTransfer, submitTransferProof } from './bank-transfers/my-transfer.ts'
import {
  approveBankTransfer,
  declineBankTransfer,
  listBankTransfers,
} from './bank-transfers/review-transfers.ts'
import { startBankTransfer } from './bank-transfers/start-transfer.ts'
import { getBankTransferSettings, updateBankTransferSettings } from './settings/transfer-settings.ts'
import { createBumpOffer, deleteBumpOffer, updateBumpOffer } from './bumps/change-bump-offers.ts'
import { listBumpOffers } from './bumps/list-bump-offers.ts'
import { updateBillingCard, verifyMyCardSetup } from './checkout/card-setups.ts'
import { deleteCard, listCards, setDefaultCard } from './cards/change-cards.ts'
import { getPaymentMethods } from './checkout/get-payment-methods.ts'
import { getPurchaseQuote } from './checkout/quote-purchase.ts'
import { createCheckout, createStripeCheckoutSession } from './checkout/start-checkout.ts'
import * as contract from './contract.ts'
import { createManualOrder } from './manual-orders/create-manual-order.ts'
import { endGivenAccess } from './manual-orders/end-given-access.ts'
import { recordManualPayment } from './manual-orders/record-manual-payment.ts'
import { getDisputeEvidence, submitDisputeEvidence } from './disputes/evidence.ts'
import { listDisputes } from './disputes/list-disputes.ts'
import { closeManualDispute, recordManualDispute } from './disputes/manual-disputes.ts'
import { listPaymentEvents, replayPaymentEvent } from './events/list-events.ts'
import { dismissOrderAttention } from './orders/attention.ts'
import { getOrder, listOrders } from './orders/get-order.ts'
import { getMyOrder, listMyOrders, verifyMyOrder } from './checkout/my-orders.ts'
import { connectPaymentAccount, disconnectPaymentAccount } from './provider-accounts/connect-account.ts'
import { listPaymentAccounts } from './provider-accounts/list-accounts.ts'
import { resolveRefund } from './refunds/resolve-refund.ts'
import {
  listReconciliationDifferences,
  listReconciliationRuns,
  resolveReconciliationDifference,
} from './reconciliation/list-reconciliation.ts'
import {
  getSettlement,
  listSettlementEntries,
  listSettlements,
} from './provider-settlements/list-settlements.ts'
import { decideAsPlatform, decideAsSchool } from './quarantine/decide-quarantined.ts'
import { listQuarantinedPayments } from './quarantine/list-quarantined.ts'
import { listReconciledSchools, listSchoolDifferences } from './reconciliation/reconciled-schools.ts'
import { getPaymentSettings, updatePaymentSettings } from './settings/payment-settings.ts'
import { getMyInvoiceRecipient, updateMyInvoiceRecipient } from './tax/invoice-recipient.ts'
import { getTaxSettings, updateTaxSettings } from './tax/tax-settings.ts'
import { getBalances } from './revenue/balances.ts'
import { getRevenueTotals, listRevenue } from './revenue/list-revenue.ts'
import { getSchoolPayouts, listPayouts, recordSchoolPayout } from './revenue/payouts.ts'
import { requestRefund } from './refunds/request-refund.ts'
import { endSeat, inviteToSeats, resendSeat, updateGift } from './seats/change-seats.ts'
import { getSeatOffer } from './seats/get-seat-offer.ts'
import { getSeatQuote } from './checkout/get-seat-quote.ts'
import { readSeatCode, redeemSeatCode, takeMySeat } from './seats/redeem-seat.ts'
import { getMySeats, listOrderSeats } from './seats/seat-views.ts'
import { updateSeatLink } from './seats/update-seat-link.ts'

export const api = [
  defineEndpointWithoutTx(contract.createCheckout, createCheckout),
  defineEndpointWithoutTx(contract.createStripeCheckoutSession, createStripeCheckoutSession),
  defineEndpoint(contract.getPurchaseQuote, getPurchaseQuote),
  defineEndpoint(contract.listBumpOffers, listBumpOffers, {
    csv: [
      'created_at',
      'item_name',
      'bump_course_name',
      'state',
      'price',
      'currency',
      'offered_count',
      'accepted_count',
      'revenue',
    ],
  }),
  defineEndpoint(contract.createBumpOffer, createBumpOffer),
  defineEndpoint(contract.updateBumpOffer, updateBumpOffer),
  defineEndpoint(contract.deleteBumpOffer, deleteBumpOffer),
  defineEndpoint(contract.listPaymentAccounts, listPaymentAccounts),
  defineEndpointWithoutTx(contract.connectPaymentAccount, connectPaymentAccount),
  defineEndpoint(contract.disconnectPaymentAccount, disconnectPaymentAccount),
  defineEndpoint(contract.listReconciliationRuns, listReconciliationRuns),
  defineEndpoint(contract.listReconciliationDifferences, listReconciliationDifferences, {
    csv: [
      'created_at',
      'provider',
      'kind',
      'transaction_id',
      'currency',
      'expected_amount',
      'found_amount',
      'state',
    ],
  }),
  defineEndpoint(contract.resolveReconciliationDifference, resolveReconciliationDifference),
  defineEndpoint(contract.listSettlements, listSettlements, {
    csv: [
      'paid_at',
      'provider',
      'settlement_id',
      'currency',
      'gross',
      'fees',
      'deductions',
      'net',
      'matched_amount',
      'payment_count',
      'status',
    ],
  }),
  defineEndpoint(contract.getSettlement, getSettlement),
  defineEndpoint(contract.listSettlementEntries, listSettlementEntries, {
    csv: ['kind', 'order_number', 'transaction_id', 'currency', 'gross', 'fee', 'net', 'paid_at'],
  }),
  defineEndpointWithoutTx(contract.decideQuarantinedPayment, decideAsSchool),
  defineEndpoint(contract.consoleListQuarantinedPayments, listQuarantinedPayments),
  defineEndpointWithoutTx(contract.consoleDecideQuarantinedPayment, decideAsPlatform),
  defineEndpoint(contract.consoleListReconciledSchools, listReconciledSchools),
  defineEndpointWithoutTx(contract.consoleListSchoolDifferences, listSchoolDifferences),
  defineEndpoint(contract.consoleListReconciliationRuns, listReconciliationRuns),
  defineEndpoint(contract.consoleListReconciliationDifferences, listReconciliationDifferences),
  defineEndpoint(contract.consoleResolveReconciliationDifference, resolveReconciliationDifference),
  defineEndpoint(contract.listRevenue, listRevenue, {
    csv: ['name', 'currency', 'sales', 'refunds', 'disputes', 'fees', 'platform_share', 'commissions', 'net'],
  }),
  defineEndpoint(contract.getRevenueTotals, getRevenueTotals),
  defineEndpoint(contract.getBalances, getBalances),
  defineEndpoint(contract.listPayouts, listPayouts, { csv: ['paid_at', 'currency', 'amount', 'reference'] }),
  defineEndpointWithoutTx(contract.consoleGetSchoolPayouts, getSchoolPayouts),
  defineEndpointWithoutTx(contract.consoleRecordSchoolPayout, recordSchoolPayout),
  defineEndpoint(contract.getBankTransferSettings, getBankTransferSettings),
  defineEndpoint(contract.updateBankTransferSettings, updateBankTransferSettings),
  defineEndpointWithoutTx(contract.startBankTransfer, startBankTransfer),
  defineEndpoint(contract.getMyBankTransfer, getMyBankTransfer),
  defineEndpoint(contract.submitTransferProof, submitTransferProof),
  defineEndpoint(contract.listBankTransfers, listBankTransfers),
  defineEndpoint(contract.approveBankTransfer, approveBankTransfer),
  defineEndpoint(contract.declineBankTransfer, declineBankTransfer),
  defineEndpoint(contract.getPaymentSettings, getPaymentSettings),
  defineEndpoint(contract.updatePaymentSettings, updatePaymentSettings),
  defineEndpoint(contract.getTaxSettings, getTaxSettings),
  defineEndpoint(contract.updateTaxSettings, updateTaxSettings),
  defineEndpoint(contract.getMyInvoiceRecipient, getMyInvoiceRecipient),
  defineEndpoint(contract.updateMyInvoiceRecipient, updateMyInvoiceRecipient),
  defineEndpoint(contract.listDisputes, listDisputes, {
    csv: ['created_at', 'order_number', 'buyer.email', 'state', 'currency', 'amount', 'reason', 'due_at'],
  }),
  defineEndpoint(contract.getDisputeEvidence, getDisputeEvidence),
  defineEndpointWithoutTx(contract.submitDisputeEvidence, submitDisputeEvidence),
  defineEndpoint(contract.recordManualDispute, recordManualDispute),
  defineEndpoint(contract.closeManualDispute, closeManualDispute),
  defineEndpoint(contract.getPaymentMethods, getPaymentMethods),
  defineEndpoint(contract.listMyOrders, listMyOrders),
  defineEndpoint(contract.getMyOrder, getMyOrder),
  defineEndpointWithoutTx(contract.verifyMyOrder, verifyMyOrder),
  defineEndpoint(contract.getSeatOffer, getSeatOffer),
  defineEndpoint(contract.getSeatQuote, getSeatQuote),
  defineEndpoint(contract.getMySeats, getMySeats),
  defineEndpoint(contract.inviteToSeats, inviteToSeats),
  defineEndpoint(contract.takeMySeat, takeMySeat),
  defineEndpoint(contract.endSeat, endSeat),
  defineEndpoint(contract.resendSeat, resendSeat),
  defineEndpoint(contract.updateGift, updateGift),
  defineEndpoint(contract.updateSeatLink, updateSeatLink),
  defineEndpoint(contract.readSeatCode, readSeatCode),
  defineEndpoint(contract.redeemSeatCode, redeemSeatCode),
  defineEndpoint(contract.listOrderSeats, listOrderSeats),
  defineEndpoint(contract.listCards, listCards),
  defineEndpoint(contract.setDefaultCard, setDefaultCard),
  defineEndpoint(contract.deleteCard, deleteCard),
  defineEndpointWithoutTx(contract.updateBillingCard, updateBillingCard),
  defineEndpointWithoutTx(contract.verifyMyCardSetup, verifyMyCardSetup),
  defineEndpoint(contract.listOrders, listOrders, {
    csv: [
      'created_at',
      'number',
      'status',
      'buyer.name',
      'buyer.email',
      'lines',
      'currency',
      'coupon_code',
      'total',
      'paid_amount',
      'refunded_amount',
      'paid_at',
    ],
  }),
  defineEndpoint(contract.getOrder, getOrder),
  defineEndpoint(contract.refundOrder, requestRefund),
  defineEndpoint(contract.resolveRefund, resolveRefund),
  defineEndpoint(contract.dismissOrderAttention, dismissOrderAttention),
  defineEndpoint(contract.createManualOrder, createManualOrder),
  defineEndpoint(contract.recordManualPayment, recordManualPayment),
  defineEndpoint(contract.endGivenAccess, endGivenAccess),
  defineEndpoint(contract.listPaymentEvents, listPaymentEvents),
  defineEndpoint(contract.replayPaymentEvent, replayPaymentEvent),
]
