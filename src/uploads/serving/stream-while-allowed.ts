const checkEveryMs = 15_000

/** The bytes until `mayGoOn` says no, which is asked every 15 seconds; then the answer breaks off. */
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
