import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const filesIn = (pattern: string) => globSync(pattern, { cwd: root })

/** Pieces that are no part of a page: lists of messages and banners, which the frame of the app shows. */
const shownByTheFrame = ['components/feedback/toast-list.tsx', 'components/feedback/confirm.tsx']

/** Files of `ui` that a file imports. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const paths = source.matchAll(/(?:from|import\()\s*'(#ui\/|\.{1,2}\/)([^']+\.tsx)'/g)
  return Array.from(paths, ([, start, path]) =>
    start === '#ui/' ? path! : join(dirname(file), start! + path!),
  )
}

test('the style page shows every shared piece, by itself or within another one', () => {
  const pieces = filesIn('{components,form}/**/*.tsx').filter((file) => !shownByTheFrame.includes(file))
  expect(pieces.length).toBeGreaterThan(50)
  const shown = new Set<string>()
  const visit = (file: string) => {
    for (const next of importsOf(file)) {
      if (shown.has(next) || !pieces.includes(next)) continue
      shown.add(next)
      visit(next)
    }
  }
  for (const page of filesIn('dev/*.tsx')) visit(page)
  expect(pieces.filter((piece) => !shown.has(piece))).toEqual([])
})
