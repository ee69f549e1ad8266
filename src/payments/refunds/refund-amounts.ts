export interface RefundLine {
  line_id: string
  amount: number
  /** Seats that the amount gives back. */
  seats?: number
}

interface RefundableLine {
  id: string
  net: number
  refund_reserved: number
}

/**
 * Amounts to refund of each line: those that were requested (a line without an amount means its rest), or everything that
 * is left. Null if nothing is left, or an amount is above the rest of its line.
 */
export function refundableLines(
  lines: readonly RefundableLine[],
  requestedLines: readonly { line_id: string; amount?: number; seats?: number }[] | undefined,
): RefundLine[] | null {
  const rests = new Map(lines.map(({ id, net, refund_reserved }) => [id, net - refund_reserved]))
  const requested =
    requestedLines ?? lines.map(({ id }) => ({ line_id: id, amount: undefined, seats: undefined }))
  const result: RefundLine[] = []
  for (const { line_id, amount, seats } of requested) {
    const rest = rests.get(line_id) ?? 0
    const refunded = amount ?? rest
    if (refunded > rest) return null
    rests.set(line_id, rest - refunded)
    if (refunded > 0) result.push({ line_id, amount: refunded, ...(seats && { seats }) })
  }
  return result.length > 0 ? result : null
}

/** Spreads an amount over the lines in their order, up to the rest of each; null for nothing. */
export function coveredLines(lines: readonly RefundableLine[], amount: number): RefundLine[] | null {
  let open = amount
  const result: RefundLine[] = []
  for (const { id, net, refund_reserved } of lines) {
    const part = Math.min(open, net - refund_reserved)
    if (part > 0) result.push({ line_id: id, amount: part })
    open -= part
  }
  return result.length > 0 ? result : null
}

interface RefundablePayment {
  id: string
  amount: number
  refund_reserved: number
}

export interface RefundPart {
  payment_id: string
  amount: number
  lines: RefundLine[]
}

/** Takes the lines' amounts from the payments, the oldest first. Null if the payments do not cover them. */
export function distributeRefund(
  lines: readonly RefundLine[],
  payments: readonly RefundablePayment[],
): RefundPart[] | null {
  const open = lines.map((line) => ({ ...line }))
  const parts: RefundPart[] = []
  for (const { id, amount, refund_reserved } of payments) {
    let rest = amount - refund_reserved
    const taken: RefundLine[] = []
    for (const line of open) {
      const part = Math.min(rest, line.amount)
      if (part === 0) continue
      // The seats are given back with the first part.
      taken.push({ line_id: line.line_id, amount: part, ...(line.seats && { seats: line.seats }) })
      delete line.seats
      line.amount -= part
      rest -= part
    }
    const total = taken.reduce((sum, line) => sum + line.amount, 0)
    if (total > 0) parts.push({ payment_id: id, amount: total, lines: taken })
  }
  return open.every((line) => line.amount === 0) ? parts : null
}
