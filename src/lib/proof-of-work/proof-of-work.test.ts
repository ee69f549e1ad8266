import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { isProofOfWorkSolved, secondsToSolve, solveProofOfWork } from './proof-of-work.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

test('finds a solution with the required number of zero bits', () => {
  const nonce = solveProofOfWork('a challenge', 12)
  const hash = hashOf(`a challenge:${nonce}`)
  expect(hash[0]).toBe(0)
  expect(hash[1]! >> 4).toBe(0)
  expect(isProofOfWorkSolved('a challenge', nonce, 12)).toBe(true)
  expect(isProofOfWorkSolved('another challenge', nonce, 12)).toBe(false)
})

test('counts bits, not bytes', () => {
  const zerosOf = (nonce: string) => {
    const bits = [...hashOf(`x:${nonce}`)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    return bits.indexOf('1')
  }
  for (let count = 0; count < 2_000; count++) {
    const nonce = count.toString(36)
    expect(isProofOfWorkSolved('x', nonce, zerosOf(nonce))).toBe(true)
    expect(isProofOfWorkSolved('x', nonce, zerosOf(nonce) + 1)).toBe(false)
  }
})

test('each further bit doubles the time that is announced', () => {
  expect(secondsToSolve(1)).toBeGreaterThan(0)
  // A clock that runs as slowly as it counts: a millisecond between two looks.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++)
  const [seconds, doubled] = [secondsToSolve(15), secondsToSolve(16)]
  clock.mockRestore()
  expect(doubled).toBeCloseTo(2 * seconds)
})
