import type { ImgHTMLAttributes } from 'react'
import { imageSources } from '#lib/responsive-images/responsive-images.ts'

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'sizes' | 'srcSet'> {
  src: string
  alt: string
  /** In pixels, as it is drawn: what keeps the page still until it has come. */
  width: number
  height: number
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
}

/** A picture in the size and format that suit the screen. */
export function ResponsiveImage({ sizes, ...img }: Props) {
  return (
    <picture className="ly-picture">
      {imageSources(img.src).map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/alt-text -- it is among the properties */}
      <img {...img} />
    </picture>
  )
}
