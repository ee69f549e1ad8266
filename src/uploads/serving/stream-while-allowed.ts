const checkEveryMs = 15_000

/** Passes the bytes through until `mayGoOn`, called every 15 seconds, returns false; then aborts. */
export async function* streamWhileAllowed(bytes: AsyncIterable<Uint8Array>, mayGoOn: () => Promise<boolean>) {
  let checked = performance.now()
  for await (const chunk of bytes) {
    if (performance.now() - checked >= checkEveryMs) {
      if (!(await mayGoOn())) throw new Error('the reader lost the right to this file')
      checked = performance.now()
    }
    yield chunk
  }
}
