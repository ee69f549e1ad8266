/**
 * Solves a proof of work in a web worker, so that the page stays responsive. Rejects if the browser cannot run
 * one.
 */
export function solveChallenge(challenge: string, bits: number): Promise<string> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The proof of work could not be computed')))
    worker.postMessage({ challenge, bits })
  }).finally(() => worker.terminate())
}
