import { expect, test } from 'vitest'
import { resizedName, parseResizedName, imageAtWidth, imageSources } from './responsive-images.ts'

test('parses the names of generated sizes and rejects other names', () => {
  expect(parseResizedName(resizedName(640, 'avif'))).toEqual({ width: 640, format: 'avif' })
  for (const name of ['641.avif', '640.png', '640', '../640.avif', '0640.avif', '640.avif/', '99999.webp'])
    expect(parseResizedName(name), name).toBeNull()
})

test('returns sources for public images only', () => {
  const address = '/media/public/019aa000-0000-7000-8000-000000000000'
  const [avif, webp] = imageSources(`https://school.test${address}`)
  expect([avif!.type, webp!.type]).toEqual(['image/avif', 'image/webp'])
  expect(avif!.srcSet).toMatch(/^https:\/\/school\.test\/media\/public\/[\w-]+\/320\.avif 320w, /)
  for (const other of ['', '/logo.png', '/media/private/x', `${address}/640.avif`])
    expect(imageSources(other)).toEqual([])
})

test('names one size of a public image', () => {
  const address = '/media/public/019aa000-0000-7000-8000-000000000000'
  expect(imageAtWidth(address, 960)).toBe(`${address}/960.webp`)
  for (const other of ['/logo.png', `${address}/640.avif`]) expect(imageAtWidth(other, 960)).toBe(other)
})
