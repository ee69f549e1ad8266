import type { ProofProgress, ProofRequest } from './solve-worker.ts'

/**
 * Solves a proof of work in a web worker, so that the page stays responsive, and shows on the page about how long it
 * takes. Rejects if the browser cannot run one.
 */
export function solveChallenge(challenge: string, bits: number): Promise<string> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' })
  const notice = createNotice()
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ProofProgress>) => {
      if ('nonce' in data) return resolve(data.nonce)
      document.body.append(notice)
      // A screen reader announces what changes in a region that already exists.
      notice.textContent = data.notice
    })
    worker.addEventListener('error', () => reject(new Error('The proof of work could not be computed')))
    const request: ProofRequest = { challenge, bits, language: document.documentElement.lang }
    worker.postMessage(request)
  }).finally(() => {
    notice.remove()
    worker.terminate()
  })
}

/** Without a component, so that the pages that may ask for a proof carry nothing for it. */
function createNotice() {
  const notice = document.createElement('div')
  notice.setAttribute('role', 'status')
  Object.assign(notice.style, {
    position: 'fixed',
    insetInline: '1rem',
    bottom: '1rem',
    zIndex: '1000',
    maxWidth: '28rem',
    marginInline: 'auto',
    padding: '0.75rem 1rem',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-default)',
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
  })
  return notice
}
