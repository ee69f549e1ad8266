import { addMonths } from '#lib/dates/add-months.ts'
import { money } from '#lib/money/money.ts'
import { taxesOf } from '#lib/money/tax.ts'
import { instalmentAmounts, type PlanTerms } from '#payment-plans/index.ts'
import { paymentReference } from '#payments/index.ts'
import { demoId } from '../ids.ts'
import { courseId } from '../rows/course-rows.ts'
import type { DemoPerson, DemoPlan, DemoPlanSale, DemoSchool, DemoShop } from '../types.ts'

const dayMs = 86_400_000

/** An order that pays a plan: its purchase, or a later payment. */
export interface DemoPlanOrder {
  sale: DemoPlanSale
  plan: DemoPlan
  buyer: DemoPerson
  /** 1 is the purchase. */
  payment_no: number
  terms: PlanTerms
  created_at: Date
  isPaid: boolean
  gross: number
  discount: number
  total: number
  included_tax: number
  /** What the affiliate earns. */
  commission: number
}

/** Taxes are part of the prices. */
export const taxTerms = ({ tax_rates }: DemoShop) => ({
  mode: 'inclusive' as const,
  rates: tax_rates,
  withholding: null,
  reverse_charge_text: null,
})

export const saleId = (school: DemoSchool, kind: string, { sale, payment_no }: DemoPlanOrder) =>
  demoId(school.school_url, 'plan sale', kind, sale.plan, sale.buyer, String(payment_no))

/** Our reference of the payment of an order. */
export const saleReference = (school: DemoSchool, order: DemoPlanOrder) =>
  paymentReference(demoId(school.school_url), saleId(school, 'attempt', order))

/** Whether the plan is sold by bank transfer. */
export const isByTransfer = ({ sale }: DemoPlanOrder) => sale.outcome?.startsWith('transfer_') ?? false

/** Whether money arrived. */
export const hasPayment = ({ isPaid, total }: DemoPlanOrder) => isPaid && total > 0

/** The orders of all plans that a school sold. */
export const planOrders = (school: DemoSchool, now: Date): DemoPlanOrder[] =>
  (school.shop?.sales ?? []).flatMap((sale) => ordersOf(school, sale, now))

/** When a plan was bought, in the school's daytime. */
const boughtAt = ({ days_ago, buyer }: DemoPlanSale, now: Date) =>
  new Date(
    Math.min(
      now.getTime() - days_ago * dayMs + buyer.length * 2_400_000 - dayMs / 2,
      now.getTime() - dayMs / 4,
    ),
  )

function termsOf(school: DemoSchool, plan: DemoPlan, { outcome }: DemoPlanSale): PlanTerms {
  const common = {
    currency: school.currency_code,
    course_ids: plan.courses.map((slug) => courseId(school, slug)),
  }
  if (plan.kind === 'one_time') return { kind: 'one_time', amount: plan.price, ...common }
  const { interval } = plan
  if (plan.kind === 'instalments') {
    const amounts = instalmentAmounts(plan.price, plan.instalment_count, common.currency)
    return { kind: 'instalments', amounts, interval, ...common }
  }
  const trial_days = outcome === 'trial' ? (plan.trial_days ?? 0) : 0
  const trial = {
    trial_days,
    ...(trial_days > 0 && plan.trial_needs_card && { trial_needs_card: true as const }),
  }
  return { kind: 'subscription', amount: plan.price, interval, ...trial, free_months: 0, ...common }
}

function ordersOf(school: DemoSchool, sale: DemoPlanSale, now: Date): DemoPlanOrder[] {
  const plan = school.plans.find(({ slug }) => slug === sale.plan)!
  const buyer = school.students.find(({ login }) => login === sale.buyer)!
  const terms = termsOf(school, plan, sale)
  const start = boughtAt(sale, now)
  const isUnpaid = ['abandoned', 'transfer_submitted', 'transfer_declined'].includes(sale.outcome ?? '')
  const paid = isUnpaid ? 0 : (sale.payments ?? 1)
  const count = isUnpaid || sale.outcome === 'missed_payment' ? paid + 1 : paid
  return Array.from({ length: count }, (_none, index) => ({
    sale,
    plan,
    buyer,
    payment_no: index + 1,
    terms,
    created_at: addMonths(start, index),
    isPaid: index < paid,
    ...amountsOf(school, { plan, terms, sale, index }),
  }))
}

interface Payment {
  plan: DemoPlan
  terms: PlanTerms
  sale: DemoPlanSale
  index: number
}

function amountsOf({ shop, currency_code }: DemoSchool, { plan, terms, sale, index }: Payment) {
  const gross = amountOf(terms, index)
  const rates = sale.is_referred ? plan : { affiliates_percentage_off: 0, default_affiliate_commission: 0 }
  const discount = index === 0 ? Math.floor((gross * (rates.affiliates_percentage_off ?? 0)) / 100) : 0
  const total = gross - discount
  const { included } = taxesOf(money(total, currency_code), taxTerms(shop!))
  const commission = Math.floor(((total - included) * (rates.default_affiliate_commission ?? 0)) / 100)
  return { gross, discount, total, included_tax: included, commission }
}

function amountOf(terms: PlanTerms, index: number): number {
  if (terms.kind === 'instalments') return terms.amounts[index]!
  return terms.kind === 'subscription' && terms.trial_days > 0 ? 0 : terms.amount
}
