import { expect, test } from 'vitest'
import { theApp } from '#testing/builders/school-builder.ts'
import { reactions } from './reactions.ts'

test('the product starts every process with its reactions', async () => {
  expect((await theApp()).services.reactions).toBe(reactions)
})
