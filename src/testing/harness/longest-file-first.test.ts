import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowFiles } from './longest-file-first.ts'

const root = join(import.meta.dirname, '../../..')

test('the files that run first exist', () => {
  expect(slowFiles.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
