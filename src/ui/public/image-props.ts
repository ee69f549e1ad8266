/** An image with its size, so that the layout does not move when it loads. */
export interface ImageProps {
  src: string
  width: number
  height: number
  /** Empty for decoration. */
  alt?: string
}
