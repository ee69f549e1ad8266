import { expect, test } from 'vitest'
import { cropRectOf, clampCropView, fullView } from './crop-region.ts'

const wide = { width: 2000, height: 500 }
const tall = { width: 500, height: 2000 }

test.each([
  [wide, 1, fullView, { left: 750, top: 0, width: 500, height: 500 }],
  [tall, 2, fullView, { left: 0, top: 875, width: 500, height: 250 }],
  [wide, 2, { zoom: 2, x: 0, y: 0 }, { left: 0, top: 0, width: 500, height: 250 }],
  [wide, 2, { zoom: 2, x: 1, y: 1 }, { left: 1500, top: 250, width: 500, height: 250 }],
  [wide, 2, { zoom: 99, x: 0.5, y: 0.5 }, { left: 875, top: 187.5, width: 250, height: 125 }],
  [wide, 2, { zoom: -1, x: -9, y: 9 }, { left: 0, top: 0, width: 1000, height: 500 }],
])('crops %j at %d, %j', (image, ratio, look, cropRect) =>
  expect(cropRectOf(image, ratio, look)).toEqual(cropRect),
)

test('moves a region beyond the edge to the edge', () => {
  expect(clampCropView(wide, 2, { zoom: 2, x: 1, y: 0 })).toEqual({ zoom: 2, x: 0.875, y: 0.25 })
  expect(clampCropView(wide, 2, clampCropView(wide, 2, { zoom: 2, x: 1, y: 0 }))).toEqual({
    zoom: 2,
    x: 0.875,
    y: 0.25,
  })
})
