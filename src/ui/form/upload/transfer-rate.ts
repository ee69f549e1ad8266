/** Measures the speed of an upload. Bytes of an earlier attempt do not count. */
export function createTransferRate() {
  let began: { at: number; sent: number } | undefined
  /** Returns bytes per second since the start; 0 until the measurement is meaningful. */
  return (sent: number): number => {
    if (sent > 0) began ??= { at: performance.now(), sent }
    const elapsed = began ? performance.now() - began.at : 0
    return began && elapsed > 200 ? ((sent - began.sent) * 1000) / elapsed : 0
  }
}
