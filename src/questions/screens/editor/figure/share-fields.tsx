import { Group } from '@mantine/core'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { imageShare } from '#ui/questions/inputs/image-point.ts'
import { AddButton } from '../parts/add-button.tsx'
import { RemoveButton } from '../parts/remove-button.tsx'
import type { Figure, ImageShape } from './figures.ts'
import classes from '../question-editor.module.css'

interface FieldProps {
  /** Path of the figure in the form. */
  path: string
  name: string
  label: string
  value: number
  onChange: (share: number) => void
}

/** A position or size in an image, in percent. */
function ShareField({ path, name, value, onChange, ...field }: FieldProps) {
  return (
    <NumberField
      {...field}
      name={`${path}.${name}`}
      value={Math.round(value * 1_000) / 10}
      onChange={(percent) => onChange(imageShare((percent ?? 0) / 100))}
      min={0}
      max={100}
      clampBehavior="strict"
      decimalScale={1}
      suffix=" %"
      className={classes.short ?? ''}
    />
  )
}

interface Props<F extends Figure> {
  path: string
  figure: F
  onChange: (figure: F) => void
}

const sizes = {
  rectangle: ['x', 'y', 'width', 'height'],
  circle: ['x', 'y', 'radius'],
  point: ['x', 'y'],
} as const
type Size = 'x' | 'y' | 'width' | 'height' | 'radius'
const others = { x: 'x', y: 'y', width: 'width', height: 'height', radius: 'radius' } as const
/** The position of a circle is its centre, that of a rectangle its corner. */
const labels = { others, circle: { ...others, x: 'center_x', y: 'center_y' } } as const

/** Position and size of a figure as numbers. */
export function ShareFields<F extends Figure>({ path, figure, onChange }: Props<F>) {
  const { t } = useTranslation('question-editor')
  if (figure.kind === 'polygon')
    // A polygon stays a polygon; the compiler does not narrow the type of a property of a generic type.
    return <CornerFields path={path} figure={figure} onChange={onChange as (polygon: Polygon) => void} />
  const values = figure as unknown as Record<Size, number>
  return (
    <Group gap="sm" align="flex-end">
      {sizes[figure.kind].map((size) => (
        <ShareField
          key={size}
          path={path}
          name={size}
          label={t(`figure.${labels[figure.kind === 'circle' ? 'circle' : 'others'][size]}`)}
          value={values[size]}
          onChange={(share) => onChange({ ...figure, [size]: share })}
        />
      ))}
    </Group>
  )
}

type Polygon = Extract<ImageShape, { kind: 'polygon' }>
const maxCorners = 40

function CornerFields({ path, figure, onChange }: Props<Polygon>) {
  const { t } = useTranslation('question-editor')
  const { points } = figure
  const change = (next: Polygon['points']) => onChange({ ...figure, points: next })
  return (
    <>
      {points.map((point, at) => (
        <Group
          key={at}
          gap="sm"
          align="flex-end"
          role="group"
          aria-label={t('figure.corner', { number: at + 1 })}
        >
          {(['x', 'y'] as const).map((axis) => (
            <ShareField
              key={axis}
              path={`${path}.points.${at}`}
              name={axis}
              label={t(`figure.corner_${axis}`, { number: at + 1 })}
              value={point[axis]}
              onChange={(share) => change(points.with(at, { ...point, [axis]: share }))}
            />
          ))}
          <RemoveButton
            name={t('figure.corner', { number: at + 1 })}
            size="xl"
            disabled={points.length <= 3}
            onClick={() => change(points.toSpliced(at, 1))}
          />
        </Group>
      ))}
      <AddButton
        disabled={points.length >= maxCorners}
        onClick={() => change([...points, cornerAfter(points)])}
      >
        {t('figure.addCorner')}
      </AddButton>
    </>
  )
}

/** The middle between the last corner and the first one. */
function cornerAfter(points: Polygon['points']) {
  const [first, last] = [points[0]!, points.at(-1)!]
  return { x: imageShare((first.x + last.x) / 2), y: imageShare((first.y + last.y) / 2) }
}
