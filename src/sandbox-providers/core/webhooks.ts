export interface WebhookSettings {
  /** Where webhooks are sent; null sends none. */
  url: string | null
  /** `deliver` sends at once, `hold` waits for `deliverHeld`, `drop` loses them. */
  mode: 'deliver' | 'hold' | 'drop'
  /** How often each webhook is sent; 1.1 sends every tenth twice. */
  copies: number
  delay_ms: number
  /** Delays of the attempts after an answer other than 200. */
  retry_delays_ms: readonly number[]
}

export interface Delivery {
  body: string
  /** Status of the last answer; null before one, 0 for a failed connection. */
  status: number | null
  attempts: number
}

const maxDeliveries = 5_000

/** Sends signed webhooks, each on its own, so that a slow receiver delays no other. */
export class WebhookSender {
  readonly settings: WebhookSettings = {
    url: null,
    mode: 'deliver',
    copies: 1,
    delay_ms: 0,
    retry_delays_ms: [],
  }
  readonly deliveries: Delivery[] = []
  #held: Delivery[] = []
  #dispatched = 0
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  readonly #sign: (body: string) => Record<string, string>

  constructor(sign: (body: string) => Record<string, string>) {
    this.#sign = sign
  }

  send(event: object) {
    const delivery: Delivery = { body: JSON.stringify(event), status: null, attempts: 0 }
    this.deliveries.push(delivery)
    if (this.deliveries.length > maxDeliveries) this.deliveries.shift()
    if (this.settings.mode === 'hold') this.#held.push(delivery)
    if (this.settings.mode === 'deliver') this.#dispatch(delivery)
  }

  /** Sends the held webhooks in the given order of positions, or as they happened. Positions left out are dropped. */
  deliverHeld(order?: readonly number[]) {
    const held = this.#held
    this.#held = []
    const ordered = order?.map((position) => held[position]).filter((delivery) => delivery !== undefined)
    for (const delivery of ordered ?? held) this.#dispatch(delivery)
  }

  /** Sends every webhook so far once more. */
  resendAll() {
    for (const delivery of this.deliveries) this.#dispatch(delivery)
  }

  /** Resolves when no delivery is running or planned. */
  async idle() {
    while (this.#timers.size > 0 || this.#running.size > 0)
      await Promise.all([...this.#running, new Promise((resolve) => setTimeout(resolve, 5))])
  }

  async close() {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    await Promise.allSettled(this.#running)
  }

  #dispatch(delivery: Delivery) {
    const { copies } = this.settings
    const before = Math.floor(this.#dispatched * copies)
    this.#dispatched += 1
    for (let copy = before; copy < Math.floor(this.#dispatched * copies); copy++)
      this.#after(this.settings.delay_ms, () => this.#attempt(delivery))
  }

  #after(ms: number, work: () => Promise<void>) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const task = work().finally(() => this.#running.delete(task))
      this.#running.add(task)
    }, ms)
    timer.unref()
    this.#timers.add(timer)
  }

  async #attempt(delivery: Delivery) {
    const { url, retry_delays_ms } = this.settings
    if (!url) return
    delivery.attempts += 1
    // Signed at each attempt, because some signatures have a time.
    delivery.status = await post(url, delivery.body, this.#sign(delivery.body))
    const wait = retry_delays_ms[delivery.attempts - 1]
    if (delivery.status !== 200 && wait !== undefined) this.#after(wait, () => this.#attempt(delivery))
  }
}

async function post(url: string, body: string, headers: Record<string, string>) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
