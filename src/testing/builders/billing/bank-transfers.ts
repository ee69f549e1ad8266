import { updateBankTransferSettings } from '#payments/contract.ts'
import { createSellingSchool, type SellingSchool } from '../payments-builder.ts'

/** A bank account of a school in Lagos. */
export const testBankAccount = {
  currency: 'NGN',
  bank_name: 'Access Bank',
  account_name: 'Test School Ltd',
  account_number: '0690000031',
  note: '',
}

export const testTransferSettings = {
  is_enabled: true,
  waiting_days: 7,
  accounts: [testBankAccount],
}

/** A school that sells one course and takes transfers, with an admin. */
export async function createTransferSchool(details: Parameters<typeof createSellingSchool>[1] = {}) {
  const sale: SellingSchool = await createSellingSchool('paystack', details)
  const admin = await sale.school.admin()
  await admin.api(updateBankTransferSettings, testTransferSettings)
  return { ...sale, admin }
}
