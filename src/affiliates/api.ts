import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { listBanks, updateBankDetails } from './bank-details.ts'
import * as contract from './contract.ts'
import { becomeAffiliate, getMyAffiliate, listMyCommissions, listMyPayouts } from './my-affiliate.ts'
import { recordAffiliatePayout } from './payouts.ts'
import { previewReferral, recordAffiliateClick } from './referral.ts'
import {
  addAffiliate,
  getAffiliate,
  getAffiliateSettings,
  listAffiliateCommissions,
  listAffiliatePayouts,
  listAffiliates,
  updateAffiliate,
  updateAffiliateSettings,
} from './staff-affiliates.ts'

export const api = [
  defineEndpoint(contract.recordAffiliateClick, recordAffiliateClick),
  defineEndpoint(contract.previewReferral, previewReferral),
  defineEndpoint(contract.getMyAffiliate, getMyAffiliate),
  defineEndpoint(contract.becomeAffiliate, becomeAffiliate),
  defineEndpoint(contract.listMyCommissions, listMyCommissions),
  defineEndpoint(contract.listMyPayouts, listMyPayouts),
  defineEndpoint(contract.listAffiliates, listAffiliates, {
    csv: [
      'created_at',
      'user.name',
      'user.email',
      'code',
      'commission_percentage',
      'clicks_count',
      'sales_count',
    ],
  }),
  defineEndpoint(contract.getAffiliate, getAffiliate),
  defineEndpoint(contract.addAffiliate, addAffiliate),
  defineEndpoint(contract.updateAffiliate, updateAffiliate),
  defineEndpoint(contract.listAffiliateCommissions, listAffiliateCommissions, {
    csv: ['created_at', 'kind', 'title', 'currency', 'amount', 'state', 'payable_at'],
  }),
  defineEndpoint(contract.listAffiliatePayouts, listAffiliatePayouts, {
    csv: ['paid_at', 'reference', 'currency', 'amount'],
  }),
  defineEndpoint(contract.recordAffiliatePayout, recordAffiliatePayout),
  defineEndpoint(contract.getAffiliateSettings, getAffiliateSettings),
  defineEndpoint(contract.updateAffiliateSettings, updateAffiliateSettings),
  defineEndpointWithoutTx(contract.listBanks, listBanks),
  defineEndpointWithoutTx(contract.updateBankDetails, updateBankDetails),
]
