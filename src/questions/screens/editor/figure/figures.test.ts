import { expect, test } from 'vitest'
import { newFigure, figureBetween, handlesOf, isAt, middleOf, movedFigure, withHandle } from './figures.ts'

const rectangle = { kind: 'rectangle', x: 0.4, y: 0.2, width: 0.2, height: 0.3 } as const
const triangle = {
  kind: 'polygon' as const,
  points: [
    { x: 0.1, y: 0.1 },
    { x: 0.3, y: 0.1 },
    { x: 0.1, y: 0.5 },
  ],
}

test('a figure moves by whole steps and stops at the edges of the image', () => {
  let moved = rectangle as { x: number; y: number } & typeof rectangle
  for (let step = 0; step < 7; step++) moved = movedFigure(moved, { x: 0.01, y: 0 })
  expect(moved.x).toBe(0.47)
  expect(movedFigure(rectangle, { x: 1, y: -1 })).toEqual({ ...rectangle, x: 0.8, y: 0 })
  expect(movedFigure({ kind: 'circle', x: 0.5, y: 0.5, radius: 0.2 }, { x: 0, y: 0.9 })).toMatchObject({
    y: 0.8,
  })
  expect(movedFigure(triangle, { x: -0.5, y: 0.1 }).points).toEqual([
    { x: 0, y: 0.2 },
    { x: 0.2, y: 0.2 },
    { x: 0, y: 0.6 },
  ])
  expect(movedFigure({ kind: 'point', x: 0.99, y: 0 }, { x: 0.1, y: -0.1 })).toEqual({
    kind: 'point',
    x: 1,
    y: 0,
  })
})

test('a figure that reaches beyond the image can be moved back but not further out', () => {
  const circle = { kind: 'circle', x: 0.05, y: 0.5, radius: 0.2 } as const
  expect(movedFigure(circle, { x: -0.1, y: 0 }).x).toBe(0.05)
  expect(movedFigure(circle, { x: 0.1, y: 0 }).x).toBe(0.15)
})

test('figures are drawn in every direction', () => {
  const [low, high] = [
    { x: 0.2, y: 0.3 },
    { x: 0.5, y: 0.4 },
  ]
  const drawn = { kind: 'rectangle', x: 0.2, y: 0.3, width: 0.3, height: 0.1 }
  expect(figureBetween('rectangle', low, high)).toEqual(drawn)
  expect(figureBetween('rectangle', high, low)).toEqual(drawn)
  expect(figureBetween('circle', high, low)).toEqual({ kind: 'circle', ...high, radius: 0.3 })
  expect(figureBetween('polygon', low, high)).toMatchObject({ points: { length: 4 } })
  expect(figureBetween('rectangle', low, low)).toMatchObject({ width: 0.01, height: 0.01 })
})

test('a click makes a figure within the image', () => {
  expect(newFigure('rectangle', { x: 0.99, y: 0 })).toEqual({
    kind: 'rectangle',
    x: 0.8,
    y: 0,
    width: 0.2,
    height: 0.2,
  })
  expect(newFigure('point', { x: 0.3, y: 0.7 })).toEqual({ kind: 'point', x: 0.3, y: 0.7 })
})

test('a handle changes the size of a figure or one of its corners', () => {
  expect(handlesOf(rectangle)).toEqual([{ x: 0.6, y: 0.5 }])
  expect(withHandle(rectangle, 0, { x: 0.1, y: 0.9 })).toEqual({ ...rectangle, width: 0.01, height: 0.7 })
  expect(withHandle(triangle, 2, { x: 0.2, y: 0.6 }).points[2]).toEqual({ x: 0.2, y: 0.6 })
  expect(middleOf(triangle)).toEqual({ x: 0.2, y: 0.3 })
})

test('a pointer hits a region inside, and a point nearby', () => {
  const reach = { x: 0.05, y: 0.1 }
  expect(isAt(rectangle, { x: 0.41, y: 0.21 }, reach)).toBe(true)
  expect(isAt(rectangle, { x: 0.39, y: 0.21 }, reach)).toBe(false)
  expect(isAt({ kind: 'point', x: 0.5, y: 0.5 }, { x: 0.54, y: 0.41 }, reach)).toBe(true)
  expect(isAt({ kind: 'point', x: 0.5, y: 0.5 }, { x: 0.56, y: 0.5 }, reach)).toBe(false)
})
