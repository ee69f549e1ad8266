import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Returns a nonce that solves the challenge. Takes about 2^bits hashes. */
export function solveProofOfWork(challenge: string, bits: number): string {
  for (let count = 0; ; count++) {
    const nonce = count.toString(36)
    if (isProofOfWorkSolved(challenge, nonce, bits)) return nonce
  }
}

/** Hashes that are timed: some hundredths of a second on a phone. */
const timedHashes = 2_000

/** Seconds that this computer needs for a proof of as many bits on average. Up to three times as long is common. */
export function secondsToSolve(bits: number): number {
  const started = performance.now()
  for (let count = 0; count < timedHashes; count++)
    isProofOfWorkSolved('the time of a hash', String(count), 256)
  const elapsed = (performance.now() - started) / 1000
  return (elapsed / timedHashes) * 2 ** bits
}

/** Whether SHA-256 of `challenge:nonce` begins with this many zero bits. */
export function isProofOfWorkSolved(challenge: string, nonce: string, bits: number): boolean {
  return zeroBits(sha256(utf8ToBytes(`${challenge}:${nonce}`))) >= bits
}

/** Number of leading zero bits. */
function zeroBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first]!) - 24
}
