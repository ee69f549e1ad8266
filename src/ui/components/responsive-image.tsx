import type { ImgHTMLAttributes } from 'react'
import { imageSources } from '#lib/responsive-images/responsive-images.ts'

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'sizes' | 'srcSet'> {
  src: string
  alt: string
  /** Rendered size in pixels; reserves the space until the image has loaded. */
  width: number
  height: number
  /** Displayed width, as in `<img sizes>`. */
  sizes: string
}

/** An image with sources in several sizes and formats. */
export function ResponsiveImage({ sizes, ...img }: Props) {
  return (
    <picture className="ly-picture">
      {imageSources(img.src).map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/alt-text -- `alt` is among the properties */}
      <img {...img} />
    </picture>
  )
}
