import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFaultEnvironment, type FaultEnvironment } from './processes/fault-environment.ts'
import { payments } from './scenarios/payments.ts'
import { paymentsKilled } from './scenarios/payments-killed.ts'

const minutes = 600_000
// Each run has its own schools and processes, and both use one database.
let world: FaultEnvironment
beforeAll(async () => {
  world = await startFaultEnvironment()
}, minutes)
afterAll(() => world?.close())

const nothingLost = { lost: 0, doubled: 0, violations: [] }

test(
  'charge, open and receipt each order once while providers fail and processes are killed',
  async () => {
    expect(await payments(world, { orders: 24 })).toMatchObject({ acknowledged: 24, ...nothingLost })
  },
  minutes,
)

test(
  'settle once after a kill at each moment between webhook and mail',
  async () => {
    expect(await paymentsKilled(world, { rounds: 1 })).toMatchObject({ acknowledged: 3, ...nothingLost })
  },
  minutes,
)
