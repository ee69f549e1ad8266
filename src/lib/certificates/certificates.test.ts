import { expect, test } from 'vitest'
import { blocksOutside, fieldsOf, fillFields, readyMadeDesign, readyMadeDesigns } from './index.ts'

const values = {
  student_name: '{course_name}',
  course_name: 'Algebra',
  school_name: 'Green School',
  certification_text: 'has completed {course_name} of {certification_text}',
  issue_date: '1 May 2026',
  expiry_date: '',
  number: '000007',
  signer: 'Ada',
}

test('fills merge fields once, and those of the certification text', () => {
  expect(fillFields('{student_name}, {unknown}: {certification_text}', values)).toBe(
    '{course_name}, {unknown}: has completed Algebra of {certification_text}',
  )
  expect(fieldsOf('{number} {number} {other} {signer}')).toEqual(['number', 'signer'])
})

test('ready-made designs are on their pages, with the code for verification', () => {
  for (let index = 0; index < readyMadeDesigns; index++) {
    const design = readyMadeDesign(index)
    expect(blocksOutside(design)).toEqual([])
    expect(design.blocks.some(({ kind }) => kind === 'qr')).toBe(true)
  }
})

test('finds blocks that are partly outside of the page', () => {
  const design = readyMadeDesign(0)
  design.blocks = [{ kind: 'qr', id: 'code', x: 280, y: 10, width: 24 }]
  expect(blocksOutside(design)).toEqual([0])
})
