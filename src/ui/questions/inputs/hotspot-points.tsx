import { Group, Text, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useId, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { cellOf, movedPoint, pointAt, type ImagePoint } from './image-point.ts'
import image from './marked-image.module.css'
import { MarkedImage } from './marked-image.tsx'
import type { AnswerInputProps } from '../question-props.ts'
import classes from '../questions.module.css'

/** Points that the student sets in an image: by pointer, or by arrow keys and Enter. */
export function HotspotPoints({ body, answer, onChange, isReadOnly, files }: AnswerInputProps<'hotspot'>) {
  const { t } = useTranslation('questions')
  const hint = useId()
  const points = answer?.points ?? []
  const change = (next: ImagePoint[]) => onChange({ type: 'hotspot', selected: [], points: next })
  const { message, position, setPoint, onKeyDown } = useCrosshair({ points, max: body.max_choices, change })
  return (
    <div>
      <Text id={hint} size="sm" c="dimmed" mb="xs">
        {t('points.hint', { max: body.max_choices })}
      </Text>
      <MarkedImage
        src={files.urlOf(body.image_id)}
        alt={body.image_alt}
        marks={points.map(({ x, y }, index) => ({ x, y, text: String(index + 1) }))}
      >
        <PointingArea {...{ hint, isReadOnly, position, setPoint, onKeyDown }} />
      </MarkedImage>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      <PointList points={points} isReadOnly={isReadOnly} onChange={change} />
    </div>
  )
}

interface AreaProps {
  /** Id of the instructions. */
  hint: string
  isReadOnly: boolean
  position: ImagePoint
  setPoint: (point: ImagePoint) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function PointingArea({ hint, isReadOnly, position, setPoint, onKeyDown }: AreaProps) {
  const { t } = useTranslation('questions')
  return (
    // Arrow keys reach an application also while a screen reader reads the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isReadOnly ? -1 : 0}
      className={image.area}
      aria-label={t('points.area')}
      aria-describedby={hint}
      aria-disabled={isReadOnly}
      onKeyDown={isReadOnly ? undefined : onKeyDown}
      onClick={(event) => isReadOnly || setPoint(pointAt(event.currentTarget.getBoundingClientRect(), event))}
    >
      <span
        className={image.crosshair}
        style={{ '--x': `${position.x * 100}%`, '--y': `${position.y * 100}%` } as CSSProperties}
      />
    </div>
  )
}

interface PointListProps {
  points: readonly ImagePoint[]
  isReadOnly: boolean
  onChange: (points: ImagePoint[]) => void
}

function PointList({ points, isReadOnly, onChange }: PointListProps) {
  const { t } = useTranslation('questions')
  return (
    <ol className={classes.points}>
      {points.map((point, index) => (
        <li key={`${point.x} ${point.y}`}>
          <Group gap="xs">
            {t('points.point', { number: index + 1, cell: cellOf(point) })}
            <IconButton
              label={t('points.remove', { number: index + 1 })}
              color="gray"
              disabled={isReadOnly}
              onClick={() => onChange(points.filter((one) => one !== point))}
            >
              <IconTrash size={18} aria-hidden />
            </IconButton>
          </Group>
        </li>
      ))}
    </ol>
  )
}

interface CrosshairOptions {
  points: readonly ImagePoint[]
  max: number
  change: (points: ImagePoint[]) => void
}

/** The position of the crosshair, and what a screen reader says about it. */
function useCrosshair({ points, max, change }: CrosshairOptions) {
  const { t } = useTranslation('questions')
  const [position, setPosition] = useState<ImagePoint>({ x: 0.5, y: 0.5 })
  const [message, setMessage] = useState('')
  const say = (key: 'points.at' | 'points.placed', point: ImagePoint) =>
    setMessage(t(key, { cell: cellOf(point), x: Math.round(point.x * 100), y: Math.round(point.y * 100) }))
  const setPoint = (point: ImagePoint) => {
    setPosition(point)
    if (max > 1 && points.length >= max) return setMessage(t('points.full'))
    const others = points.filter(({ x, y }) => x !== point.x || y !== point.y)
    change(max === 1 ? [point] : [...others, point])
    say('points.placed', point)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return setPoint(position)
    }
    const next = movedPoint(position, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    setPosition(next)
    say('points.at', next)
  }
  return { message, position, setPoint, onKeyDown }
}
