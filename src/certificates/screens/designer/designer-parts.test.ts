import { expect, test } from 'vitest'
import {
  blocksOutside,
  readyMadeDesign,
  readyMadeDesigns,
  type CertificateBlock,
} from '#lib/certificates/index.ts'
import { changed, historyOf, redone, undone } from './history.ts'
import { blockKinds, newBlock } from './new-block.ts'
import { frameOf, onPage, fitToPage, reordered, stepOf, withBlock } from './place-block.ts'

const page = 'a4_landscape'
const text = readyMadeDesign(0).blocks.find(({ id }) => id === 'student')!
const code = readyMadeDesign(0).blocks.find(({ id }) => id === 'qr')!
const at = (block: CertificateBlock, frame: object) => fitToPage(block, { ...frameOf(block), ...frame }, page)

test('a block stays on its page, whatever numbers are typed', () => {
  expect(at(text, { x: -4, y: 900 })).toMatchObject({ x: 0, y: 210 - 29.4 })
  expect(at(text, { x: 100, width: 5_000 })).toMatchObject({ x: 0, width: 297 })
  expect(at(text, { width: 0, height: -1 })).toMatchObject({ width: 5, height: 3 })
  expect(at(text, { x: 10.04 })).toMatchObject({ x: 10 })
  expect(at(code, { width: 400 })).toMatchObject({ width: 100 })
  expect(at(code, { width: 1 })).toMatchObject({ width: 15 })
})

test('every ready-made design fits every page', () => {
  for (let index = 0; index < readyMadeDesigns; index++)
    for (const size of ['a4_landscape', 'a4_portrait', 'letter_landscape', 'letter_portrait'] as const)
      expect(blocksOutside(onPage(readyMadeDesign(index), size))).toEqual([])
})

test('keys move by one millimetre, with Shift by ten', () => {
  expect(stepOf({ key: 'ArrowLeft', shiftKey: false })).toEqual({ x: -1, y: 0 })
  expect(stepOf({ key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0, y: 10 })
  expect(stepOf({ key: 'Tab', shiftKey: true })).toBeNull()
})

test('new blocks have ids of their own and are on the page', () => {
  let design = { ...readyMadeDesign(3), blocks: [] as CertificateBlock[] }
  for (const kind of [...blockKinds, ...blockKinds])
    design = { ...design, blocks: [...design.blocks, newBlock(design, kind, 'Text')] }
  expect(new Set(design.blocks.map(({ id }) => id)).size).toBe(8)
  expect(blocksOutside(design)).toEqual([])
})

test('blocks change their order, and the first and last stay', () => {
  const design = readyMadeDesign(0)
  const ids = (of: typeof design) => of.blocks.slice(0, 3).map(({ id }) => id)
  expect(ids(reordered(design, 'logo', 1))).toEqual(['school', 'logo', 'text'])
  expect(reordered(design, 'logo', -1)).toBe(design)
  expect(withBlock(design, { ...text, x: 1 }).blocks.find(({ id }) => id === 'student')).toMatchObject({
    x: 1,
  })
})

test('changes of the same thing in a row are undone at once, and a change forgets what was undone', () => {
  const typed = changed(changed(changed(historyOf('a'), 'ab', 'text'), 'abc', 'text'), 'abcd', 'size')
  expect(undone(typed).value).toBe('abc')
  expect(undone(undone(typed)).value).toBe('a')
  expect(undone(undone(undone(typed))).value).toBe('a')
  expect(redone(undone(typed)).value).toBe('abcd')
  expect(redone(typed)).toBe(typed)
  const other = changed(undone(typed), 'x', 'size')
  expect(redone(other).value).toBe('x')
})
