import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { later, endPayment } from './payments.ts'
import { changeRefund } from './refunds.ts'
import type { Account } from './account.ts'

/** What a restart keeps: the port, because open pages have it in their address, and the rows of each provider's first account. */
export interface SavedState {
  port: number
  accounts: Record<string, Record<string, readonly [id: string, row: object][]>>
}

/** The state of the last run, or null without a readable file. */
export function readState(file: string): SavedState | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SavedState
  } catch {
    return null
  }
}

const mapsOf = ({ store, idempotent_replies }: Account) => ({
  ...(store as unknown as Record<string, Map<string, object>>),
  idempotent_replies: idempotent_replies as Map<string, object>,
})

/** Writes the state in one step: a killed process leaves the earlier file. */
export function writeState(file: string, port: number, accounts: readonly Account[]) {
  const saved: SavedState = { port, accounts: {} }
  for (const account of accounts) {
    const maps = Object.entries(mapsOf(account)).map(([name, map]) => [name, [...map]] as const)
    saved.accounts[account.provider] = Object.fromEntries(maps)
  }
  writeFileSync(`${file}.new`, JSON.stringify(saved), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Fills a new account with the rows of the last run. What was pending ends in its time. */
export function restoreAccount(account: Account, { accounts }: SavedState) {
  const saved = accounts[account.provider] ?? {}
  for (const [name, map] of Object.entries(mapsOf(account)))
    for (const [id, row] of saved[name] ?? []) map.set(id, row)
  const { payments, cards, refunds } = account.store
  for (const payment of payments.list()) {
    if (payment.card) payment.card = cards.get(payment.card.token) ?? payment.card
    if (payment.status === 'pending') later(account, () => endPayment(account, payment, null))
  }
  for (const refund of refunds.list())
    if (refund.status === 'pending') later(account, () => changeRefund(account, refund, 'succeeded'))
}
