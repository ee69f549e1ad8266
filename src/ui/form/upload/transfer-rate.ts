/** Measures how fast something is sent, from the first bytes that leave: what an earlier try had sent took no time now. */
export function createTransferRate() {
  let began: { at: number; sent: number } | undefined
  /** Bytes a second over the whole time so far; 0 until that says something. */
  return (sent: number): number => {
    if (sent > 0) began ??= { at: performance.now(), sent }
    const elapsed = began ? performance.now() - began.at : 0
    return began && elapsed > 200 ? ((sent - began.sent) * 1000) / elapsed : 0
  }
}
