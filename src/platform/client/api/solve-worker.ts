import { secondsToSolve, solveProofOfWork } from '#lib/proof-of-work/proof-of-work.ts'
import { proofText } from './proof-texts.ts'

export interface ProofRequest {
  challenge: string
  bits: number
  language: string
}

/** What to tell the person, where it takes long enough to read it; then the nonce. */
export type ProofProgress = { notice: string } | { nonce: string }

const post = (progress: ProofProgress) => self.postMessage(progress)

self.addEventListener('message', ({ data }: MessageEvent<ProofRequest>) => {
  const seconds = secondsToSolve(data.bits)
  if (seconds >= 1) post({ notice: proofText(data.language, seconds) })
  post({ nonce: solveProofOfWork(data.challenge, data.bits) })
})
