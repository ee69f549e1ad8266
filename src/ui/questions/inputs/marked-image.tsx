import { Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { BodyOf } from '#lib/questions/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './marked-image.module.css'

/** A region or area of an image. */
export type ImageShape = BodyOf<'hotspot'>['regions'][number]['shape']

export interface ImageMark {
  /** Position as a share of the width and the height. */
  x: number
  y: number
  text: string
}

export interface ImageRegion {
  id: string
  shape: ImageShape
  state: 'open' | 'chosen' | 'right'
  /** What a click on the region does; the controls beside the image do the same. */
  onClick?: () => void
}

interface Props {
  src: string | undefined
  alt: string
  marks?: readonly ImageMark[]
  regions?: readonly ImageRegion[]
  /** Controls above the image. */
  children?: ReactNode
}

/** An image with numbered marks and outlined regions. It is never mirrored. */
export function MarkedImage({ src, alt, marks = [], regions = [], children }: Props) {
  const { t } = useTranslation('questions')
  const [isMissing, setMissing] = useState(false)
  if (!src || isMissing)
    return (
      <Text c="dimmed" className={classes.missing ?? ''}>
        {t('imageMissing', { alt })}
      </Text>
    )
  return (
    <div className={classes.frame} dir="ltr">
      <img src={src} alt={alt} className={classes.image} onError={() => setMissing(true)} />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden className={classes.outlines}>
        {regions.map(({ id, shape, state, onClick }) => (
          <g key={id} data-state={state} data-clickable={onClick ? '' : undefined} onClick={onClick}>
            <Outline shape={shape} className={classes.halo} />
            <Outline shape={shape} className={classes.line} />
          </g>
        ))}
      </svg>
      {children}
      {marks.map(({ x, y, text }, index) => (
        <span
          key={index}
          aria-hidden
          className={classes.mark}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  )
}

function Outline({ shape, className }: { shape: ImageShape; className: string | undefined }) {
  if (shape.kind === 'rectangle') {
    const { x, y, width, height } = shape
    return <rect {...{ x, y, width, height, className }} />
  }
  if (shape.kind === 'circle')
    return <ellipse cx={shape.x} cy={shape.y} rx={shape.radius} ry={shape.radius} className={className} />
  return <polygon points={shape.points.map(({ x, y }) => `${x},${y}`).join(' ')} className={className} />
}
