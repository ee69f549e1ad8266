import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSellingSchool } from '#testing/builders/payments-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { getMyAffiliate, listBanks, updateBankDetails } from './contract.ts'

const payments = useTestPayments()

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('a bank account is resolved by the provider, encrypted, and never returned whole', async () => {
  const { school, student } = await createSellingSchool('paystack')
  const { banks } = await student.api(listBanks, {})
  expect(banks.length).toBeGreaterThan(0)
  const input = { id: student.id, bank_code: banks[0]!.code, account_number: '0001234567' }
  const details = await student.api(updateBankDetails, input)
  expect(details).toMatchObject({ bank_name: banks[0]!.name, account_suffix: '4567' })
  expect(details.account_name).not.toBe('')
  expect(JSON.stringify(details)).not.toContain('0001234567')
  expect((await student.api(getMyAffiliate, {})).bank_details).toEqual(details)
  const stored = await school.transact(async ({ tx, school_id }) => {
    const { rows } = await sql<{ text: string }>`select row_to_json(b)::text as text from bank_details b
      where school_id = ${school_id}`.execute(tx)
    return rows
  })
  expect(stored).toHaveLength(1)
  expect(stored[0]!.text).not.toContain('0001234567')
})

test('an account that the bank does not know, and another person’s, are refused', async () => {
  const { school, student } = await createSellingSchool('paystack')
  const { banks } = await student.api(listBanks, {})
  const bank_code = banks[0]!.code
  const save = (change: object) =>
    student.api(updateBankDetails, { id: student.id, bank_code, account_number: '0001234567', ...change })
  expect(await codeOf(save({ bank_code: 'no-bank' }))).toBe('bank_account_unknown')
  expect(await codeOf(save({ id: (await school.student()).id }))).toBe('not_found')
  payments.sandbox.paystack.failNext({ kind: 'error_500', request: 'GET /bank', times: 4 })
  expect(await codeOf(save({}))).toBe('bank_check_failed')
  expect(await codeOf(student.api(listBanks, {}))).toBe('bank_check_failed')
})

test('without a bank list there is nothing to choose', async () => {
  const { student } = await createSellingSchool('stripe')
  expect(await student.api(listBanks, {})).toEqual({ banks: [] })
  const input = { id: student.id, bank_code: '1', account_number: '12345678' }
  expect(await codeOf(student.api(updateBankDetails, input))).toBe('banks_unavailable')
})
