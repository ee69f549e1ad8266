import { expect, test } from 'vitest'
import { cellOf, movedPoint, pointAt } from './image-point.ts'

test('an arrow moves by 1 %, with Shift by 10 %, and stops at the edge', () => {
  const middle = { x: 0.5, y: 0.5 }
  expect(movedPoint(middle, 'ArrowRight', false)).toEqual({ x: 0.51, y: 0.5 })
  expect(movedPoint(middle, 'ArrowUp', true)).toEqual({ x: 0.5, y: 0.4 })
  expect(movedPoint({ x: 0.05, y: 1 }, 'ArrowLeft', true)).toEqual({ x: 0, y: 1 })
  expect(movedPoint(middle, 'a', false)).toBeNull()
  let point = { x: 0, y: 0 }
  for (let step = 0; step < 37; step++) point = movedPoint(point, 'ArrowRight', false)!
  expect(point.x).toBe(0.37)
})

test('names cells as on a map', () => {
  expect(cellOf({ x: 0, y: 0 })).toBe('A1')
  expect(cellOf({ x: 0.3, y: 0.29 })).toBe('D3')
  expect(cellOf({ x: 1, y: 1 })).toBe('J10')
})

test('finds the point under a pointer', () => {
  const area = { left: 10, top: 20, width: 200, height: 100 } as DOMRect
  expect(pointAt(area, { clientX: 60, clientY: 70 })).toEqual({ x: 0.25, y: 0.5 })
  expect(pointAt(area, { clientX: 500, clientY: 0 })).toEqual({ x: 1, y: 0 })
})
