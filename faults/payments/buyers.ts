import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckout, refundOrder, verifyMyOrder } from '#payments/contract.ts'
import type { Reply, Input } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { payWithCard } from '#testing/fakes/sandbox-buyer.ts'
import { call } from '../processes/send.ts'
import { randomOf, type PaymentEnvironment } from './payment-environment.ts'
import { coursesPerSchool, type SellingSchool } from './selling-schools.ts'

/** A card that each stand-in accepts, with the answers to the questions of its bank. */
const cards: Record<SellingSchool['provider'], readonly [number: string, ...answers: string[]]> = {
  paystack: ['4084084084084081'],
  flutterwave: ['5531886652142950', '3310', '12345'],
  stripe: ['4242424242424242'],
}

export interface Purchase {
  school: SellingSchool
  student: SellingSchool['students'][number]
  course_id: string
  /** Null until the payment page was returned. */
  order_id: string | null
  is_paid: boolean
  /** The admin asked for a refund. */
  is_refunded: boolean
}

export interface PurchaseLedger {
  purchases: Purchase[]
  /** Counts of answers other than success. */
  others: Map<string, number>
  violations: string[]
}

/** Answers while an interrupted request of the same buyer or with the same idempotency key still counts as running. */
const busyCodes = new Set(['checkout_in_progress', 'in_progress'])
/** A request that takes longer leaves a buyer without an answer. */
const maxAnswerMs = 12_000
const maxTries = 200
/** One in so many buyers returns from the payment page, and one in so many of their orders is refunded. */
const [returnEvery, refundEvery] = [2, 20]

/** The first `count` purchases, over all schools in turn; no student buys a course twice. */
export function planPurchases(schools: readonly SellingSchool[], count: number): Purchase[] {
  return Array.from({ length: count }, (_, index) => {
    const school = schools[index % schools.length]!
    const turn = Math.floor(index / schools.length)
    return {
      school,
      student: school.students[Math.floor(turn / coursesPerSchool)]!,
      course_id: school.course_ids[turn % coursesPerSchool]!,
      order_id: null,
      is_paid: false,
      is_refunded: false,
    }
  })
}

interface BuyingOptions {
  /** Who buy at the same time. */
  buyers: number
  /** Whether some return from the payment page; others close their browser. */
  returns?: boolean
  /** Called with the number of purchases so far. */
  afterEach?: (done: number) => void
}

/** Buys everything, as many buyers at a time as given. */
export async function buyAll(
  environment: PaymentEnvironment,
  ledger: PurchaseLedger,
  { buyers, returns = true, afterEach = () => {} }: BuyingOptions,
): Promise<void> {
  let [next, done] = [0, 0]
  async function buyOn() {
    while (next < ledger.purchases.length) {
      const index = next++
      const purchase = ledger.purchases[index]!
      await pay(environment, ledger, purchase)
      if (returns && index % returnEvery === 0)
        await returnAfterwards(environment, ledger, { purchase, index })
      afterEach(++done)
    }
  }
  await Promise.all(Array.from({ length: buyers }, () => buyOn()))
}

async function pay(environment: PaymentEnvironment, ledger: PurchaseLedger, purchase: Purchase) {
  const { school, student, course_id } = purchase
  const buyer = { environment, ledger, host: school.host, token: student.token }
  const started = await ask(buyer, createCheckout, { course_id })
  if (!started) return
  purchase.order_id = started.order_id
  await payWithCard(started.url, ...cards[school.provider])
  purchase.is_paid = true
}

/** The buyer opens the return page; some are refunded by an admin. */
async function returnAfterwards(
  environment: PaymentEnvironment,
  ledger: PurchaseLedger,
  { purchase, index }: { purchase: Purchase; index: number },
) {
  const { school, student, order_id: id } = purchase
  if (id === null) return
  const caller = { environment, ledger, host: school.host }
  const order = await ask({ ...caller, token: student.token }, verifyMyOrder, { id })
  if (order?.status !== 'paid' || index % refundEvery !== 0) return
  const headers = { 'idempotency-key': `refund-${id}` }
  await ask({ ...caller, token: school.admin }, refundOrder, { id, headers })
  purchase.is_refunded = true
}

interface Asking {
  environment: PaymentEnvironment
  ledger: PurchaseLedger
  host: string
  token: string
}

/** Repeats a call while a process or a provider is away, as a patient person would. Null after too many tries. */
async function ask<R extends Route>(
  { environment, ledger, host, token }: Asking,
  route: R,
  input: Input<R> & { headers?: Record<string, string> },
): Promise<Reply<R> | null> {
  const count = (what: string) => ledger.others.set(what, (ledger.others.get(what) ?? 0) + 1)
  for (let tries = 0; tries < maxTries; tries++) {
    const origin = environment.origin()
    if (origin) {
      const started = performance.now()
      try {
        const { status, text } = await call({ origin, host, token }, route, input)
        if (performance.now() - started > maxAnswerMs)
          ledger.violations.push(`an answer to ${route.name} took longer than ${maxAnswerMs / 1000} s`)
        if (status < 300) return JSON.parse(text) as Reply<R>
        const { code } = JSON.parse(text) as { code: string }
        count(`${status} ${code} to ${route.name}`)
        if (status !== 503 && !busyCodes.has(code))
          ledger.violations.push(`${status} to ${route.name}: ${text.slice(0, 300)}`)
      } catch (error) {
        count(`${(error as NodeJS.ErrnoException).code ?? String(error)} to ${route.name}`)
      }
    }
    await sleep(randomOf([200, 400, 800, 1_200])!)
  }
  ledger.violations.push(`${route.name} found no answer`)
  return null
}
