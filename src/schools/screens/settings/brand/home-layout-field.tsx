import { Stack } from '@mantine/core'
import { RadioCard, RadioCards } from '#ui/form/fields/radio-cards.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Settings } from '../use-school-settings.ts'
import classes from './home-layout-field.module.css'

export type HomeLayout = Settings['home_layout']

const layouts = ['cover', 'centred', 'catalogue'] as const satisfies readonly HomeLayout[]

interface Props {
  value: HomeLayout
  onChange: (value: HomeLayout) => void
}

/** The layouts of the home page, each with a small drawing. */
export function HomeLayoutField({ value, onChange }: Props) {
  const { t } = useTranslation('schools')
  return (
    <RadioCards name="home_layout" label={t('brand.layout')} value={value} onChange={onChange}>
      <Stack gap="sm">
        {layouts.map((layout) => (
          <RadioCard
            key={layout}
            value={layout}
            className={classes.card ?? ''}
            label={t(`brand.layouts.${layout}`)}
          >
            <span className={classes.name}>
              <strong>{t(`brand.layouts.${layout}`)}</strong>
              <small>{t(`brand.layoutHints.${layout}`)}</small>
            </span>
            <Drawing layout={layout} />
          </RadioCard>
        ))}
      </Stack>
    </RadioCards>
  )
}

/** Blocks of the page: `image`, `text` and `course` as rectangles of a 120 × 72 drawing. */
const blocks: Record<
  HomeLayout,
  [kind: 'image' | 'text' | 'course', x: number, y: number, width: number, height: number][]
> = {
  cover: [
    ['image', 52, 0, 68, 44],
    ['text', 8, 14, 36, 6],
    ['text', 8, 24, 26, 4],
    ['course', 8, 52, 32, 20],
    ['course', 44, 52, 32, 20],
    ['course', 80, 52, 32, 20],
  ],
  centred: [
    ['text', 36, 8, 48, 6],
    ['text', 46, 18, 28, 4],
    ['image', 14, 28, 92, 26],
    ['course', 8, 60, 32, 12],
    ['course', 44, 60, 32, 12],
    ['course', 80, 60, 32, 12],
  ],
  catalogue: [
    ['text', 8, 8, 44, 6],
    ['text', 8, 18, 60, 4],
    ['course', 8, 30, 32, 20],
    ['course', 44, 30, 32, 20],
    ['course', 80, 30, 32, 20],
    ['course', 8, 54, 32, 18],
    ['course', 44, 54, 32, 18],
    ['course', 80, 54, 32, 18],
  ],
}

const Drawing = ({ layout }: { layout: HomeLayout }) => (
  <svg viewBox="0 0 120 72" className={classes.drawing} aria-hidden="true">
    {blocks[layout].map(([kind, x, y, width, height]) => (
      <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="2" className={classes[kind]} />
    ))}
  </svg>
)
