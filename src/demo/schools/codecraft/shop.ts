import type { DemoPlanSale, DemoShop } from '../../types.ts'

type Details = Omit<DemoPlanSale, 'plan' | 'buyer'>

const sale = (plan: string, buyer: string, details: Details): DemoPlanSale => ({ plan, buyer, ...details })

const bundle = 'backend-start'
const instalments = 'javascript-in-instalments'
const monthly = 'all-access'
const is_referred = true

/** Three months of plans: most people pay, and each thing that may happen to a payment happens once or twice. */
export const shop: DemoShop = {
  tax_rates: [
    { name: 'VAT', basis_points: 750 },
    { name: 'Education levy', basis_points: 100 },
  ],
  seller: {
    seller_name: 'CodeCraft Academy Ltd',
    address: '14 Herbert Macaulay Way, Yaba, Lagos',
    tax_number: '20417-0001',
  },
  bank_account: {
    bank_name: 'Harmattan Bank',
    account_name: 'CodeCraft Academy Ltd',
    account_number: '0123456789',
  },
  transfer_proof: 'codecraft-transfer.png',
  affiliate: { login: 'folake.sanni', code: 'folake7', days_ago: 89, clicks: 214 },
  sales: [
    sale(bundle, 'ayodele.ogunleye', { days_ago: 87, is_referred }),
    sale(bundle, 'blessing.effiong', { days_ago: 81 }),
    sale(bundle, 'chukwuemeka.nnamdi', { days_ago: 74 }),
    sale(bundle, 'emmanuel.okoro', { days_ago: 69, is_referred }),
    sale(bundle, 'fatima.bello', { days_ago: 58, outcome: 'refunded', is_referred }),
    sale(bundle, 'halima.sani', { days_ago: 52 }),
    sale(bundle, 'joy.akpan', { days_ago: 44, is_referred }),
    sale(bundle, 'kwame.boateng', { days_ago: 37 }),
    sale(bundle, 'lateef.olawale', { days_ago: 29 }),
    sale(bundle, 'musa.abubakar', { days_ago: 22, is_referred, outcome: 'disputed' }),
    sale(bundle, 'nnenna.ibe', { days_ago: 15, is_referred }),
    sale(bundle, 'samuel.adjei', { days_ago: 9 }),
    sale(bundle, 'segun.ajayi', { days_ago: 4, is_referred }),
    sale(bundle, 'uche.anyanwu', { days_ago: 3, outcome: 'abandoned' }),
    sale(bundle, 'zainab.lawal', { days_ago: 1, outcome: 'transfer_submitted' }),
    sale(bundle, 'rukayat.lawal', { days_ago: 2, outcome: 'transfer_declined' }),
    sale(instalments, 'babatunde.akinola', { days_ago: 95, payments: 4 }),
    sale(instalments, 'chiamaka.umeh', { days_ago: 64, payments: 2, outcome: 'missed_payment' }),
    sale(instalments, 'damilola.bakare', { days_ago: 48, payments: 2 }),
    sale(instalments, 'grace.etim', { days_ago: 26, outcome: 'transfer_plan' }),
    sale(monthly, 'esther.john', { days_ago: 84, payments: 3 }),
    sale(monthly, 'ifeanyi.obi', { days_ago: 77, payments: 3 }),
    sale(monthly, 'ikechukwu.eke', { days_ago: 66, payments: 1, outcome: 'canceled' }),
    sale(monthly, 'kehinde.falana', { days_ago: 63, payments: 2, outcome: 'missed_payment' }),
    sale(monthly, 'obinna.chukwu', { days_ago: 41, payments: 2 }),
    sale(monthly, 'olumide.shittu', { days_ago: 26 }),
    sale(monthly, 'patience.danladi', { days_ago: 12 }),
    sale(monthly, 'victoria.idris', { days_ago: 3, outcome: 'trial' }),
  ],
}
