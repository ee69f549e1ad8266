import { LRUCache } from 'lru-cache'
import { clientNetwork } from '#platform/http/client-network.ts'

/** Webhooks with an invalid signature that one network may send in a minute. */
export const maxForgedPerMinute = 60

const minuteMs = 60_000
const trustMs = 24 * 3_600_000
const maxNetworks = 10_000

interface Sender {
  /** Minutes since the epoch. */
  minute: number
  forged: number
  /** Forged webhooks that no log line counts. */
  unlogged: number
  /** Time of the last log line, and of the last valid webhook, in milliseconds since the epoch. */
  loggedAt: number
  acceptedAt: number
}

export type SenderLimit = 'allowed' | 'small_bodies' | 'refused'

/**
 * Counts webhooks with invalid signatures by network, in the memory of this process: a forged webhook must not cost a
 * statement. Valid webhooks do not count, because providers send all of theirs from few addresses. A network that sent a
 * valid one within a day may always send small bodies: anybody can make a provider send badly signed webhooks here.
 */
export function createWebhookSenders() {
  const senders = new LRUCache<string, Sender>({ max: maxNetworks })

  function senderOf(address: string, now: Date): Sender {
    const network = clientNetwork(address)
    const minute = Math.floor(now.getTime() / minuteMs)
    const sender = senders.get(network) ?? { minute, forged: 0, unlogged: 0, loggedAt: 0, acceptedAt: 0 }
    if (sender.minute !== minute) Object.assign(sender, { minute, forged: 0 })
    return sender
  }

  return {
    /** Whether the network may send a webhook now. */
    limitOf(address: string, now: Date): SenderLimit {
      const { forged, acceptedAt } = senderOf(address, now)
      if (forged < maxForgedPerMinute) return 'allowed'
      return now.getTime() - acceptedAt < trustMs ? 'small_bodies' : 'refused'
    },
    noteAccepted(address: string, now: Date) {
      senders.set(clientNetwork(address), { ...senderOf(address, now), acceptedAt: now.getTime() })
    },
    /** Returns the forged webhooks since the network's last log line; null if the last one is less than a minute old. */
    countForged(address: string, now: Date): number | null {
      const sender = senderOf(address, now)
      const unlogged = sender.unlogged + 1
      const isLogged = now.getTime() - sender.loggedAt >= minuteMs
      const logged = isLogged ? { unlogged: 0, loggedAt: now.getTime() } : { unlogged }
      senders.set(clientNetwork(address), { ...sender, forged: sender.forged + 1, ...logged })
      return isLogged ? unlogged : null
    },
  }
}
