import { solveProofOfWork } from '#lib/proof-of-work/proof-of-work.ts'

interface Asked {
  challenge: string
  bits: number
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  self.postMessage(solveProofOfWork(data.challenge, data.bits))
})
