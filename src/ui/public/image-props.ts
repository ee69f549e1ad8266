/** A picture with its size, so that nothing moves when it arrives. */
export interface ImageProps {
  src: string
  width: number
  height: number
  /** Empty for decoration. */
  alt?: string
}
