import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultRunOptions, FaultRunResult } from '../check-results.ts'
import { buyAll, planPurchases, type PurchaseLedger } from '../payments/buyers.ts'
import { checkBooks } from '../payments/check-books.ts'
import {
  eachProvider,
  providerNames,
  startPaymentEnvironment,
  type PaymentEnvironment,
} from '../payments/payment-environment.ts'
import { coursesPerSchool } from '../payments/selling-schools.ts'
import { reconcileAll, completeAll } from '../payments/complete-all.ts'
import type { FaultEnvironment } from '../processes/fault-environment.ts'

const defaultOrders = 2_000
/** Share of the requests to providers that fail, and copies of each webhook. */
const [failures, copies] = [0.2, 1.1]
/** A hang costs its caller the whole time-out, so only some requests hang. */
const hangEvery = 100
const buyers = 8
const ordersPerKill = 50
const minKills = 4

/**
 * Buyers pay while providers fail, webhooks come twice, and web and worker processes are killed: afterwards every charge is one
 * payment, one entitlement and one receipt, and reconciliation finds no difference.
 */
export async function payments(
  world: FaultEnvironment,
  { orders = defaultOrders }: Pick<FaultRunOptions, 'orders'>,
): Promise<FaultRunResult> {
  const students = Math.ceil(orders / providerNames.length / coursesPerSchool)
  const environment = await startPaymentEnvironment(world, { webs: 2, workers: 2, students })
  try {
    const ledger: PurchaseLedger = {
      purchases: planPurchases(environment.schools, orders),
      others: new Map(),
      violations: [],
    }
    for (const [index, provider] of eachProvider(environment.sandbox).entries())
      provider.failAtRandom(failures, index + 1)
    for (const name of providerNames) environment.accounts[name].configureWebhooks({ copies })
    const kills = startKills(environment, orders)
    await buyAll(environment, ledger, { buyers, afterEach: kills.afterPurchase })
    await kills.end()
    await completeAll(environment)
    await reconcileAll(environment)
    const findings = await checkBooks(environment, ledger)
    const paid = ledger.purchases.filter(({ is_paid }) => is_paid).length
    const refunded = ledger.purchases.filter(({ is_refunded }) => is_refunded).length
    const charges = providerNames.map((name) => `${environment.accounts[name].chargeCount()} at ${name}`)
    const others = [...ledger.others].map(([what, times]) => `${times} × ${what}`).join(', ')
    return {
      rounds: kills.count(),
      acknowledged: paid,
      ...findings,
      note: `${paid} paid (${charges.join(', ')}), ${refunded} refunded. ${others}`,
    }
  } finally {
    await environment.close()
  }
}

/** Kills a web process or a worker after every few purchases, one after the other, and starts another one. */
function startKills(environment: PaymentEnvironment, orders: number) {
  const every = Math.min(ordersPerKill, Math.max(1, Math.floor(orders / (minKills + 1))))
  let [killed, running] = [0, Promise.resolve()]
  /** A process that does not start ends the run only after the purchases. */
  const errors: unknown[] = []
  return {
    afterPurchase(done: number) {
      if (done % hangEvery === 0) hangOnce(environment, done)
      if (done % every !== 0) return
      running = running
        .then(() => killOne(environment, killed++))
        .catch((error: unknown) => void errors.push(error))
    },
    async end() {
      await running
      if (errors.length > 0) throw errors[0]
    },
    count: () => killed,
  }
}

function hangOnce({ sandbox }: PaymentEnvironment, done: number) {
  const name = providerNames[(done / hangEvery) % providerNames.length]!
  sandbox[name].failNext({ kind: done % (2 * hangEvery) === 0 ? 'hang' : 'hang_after' })
}

/** Web processes and workers in turn, at a random moment. */
async function killOne(environment: PaymentEnvironment, turn: number) {
  const { webs, workers } = environment.processes
  await sleep(Math.random() * 300)
  if (turn % 2 === 0) {
    const [web] = webs.splice(0, 1)
    await web?.child.kill()
    await environment.startWeb()
  } else {
    const [worker] = workers.splice(0, 1)
    await worker?.kill()
    await environment.startWorker()
  }
}
