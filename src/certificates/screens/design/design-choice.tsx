import { Input } from '@mantine/core'
import type { CSSProperties } from 'react'
import { pageSizes } from '#lib/certificates/page-sizes.ts'
import { readyMadeDesign } from '#lib/certificates/ready-made.ts'
import { RadioCard, RadioCards } from '#ui/form/fields/radio-cards.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BlockFace } from './block-face.tsx'
import { DesignPage, blockStyle } from './design-page.tsx'
import { useSampleValues } from './sample-values.ts'
import classes from './design-choice.module.css'

interface Props {
  label: string
  name: string
  /** Number of designs. */
  count: number
  /** Index of the chosen design. */
  value: string
  onChange: (value: string) => void
}

/** A choice of a ready-made design by its look. */
export function DesignChoice({ label, name, count, value, onChange }: Props) {
  const { t } = useTranslation('manage-certificates')
  return (
    <div>
      <Input.Label component="div">{label}</Input.Label>
      <RadioCards name={name} label={label} value={value} onChange={onChange}>
        <div className={classes.cards}>
          {Array.from({ length: count }, (_, index) => (
            <RadioCard
              key={index}
              value={String(index)}
              label={t(`designs.${index as 0 | 1 | 2 | 3}`)}
              className={classes.card}
            >
              <Thumbnail index={index} />
              <span>{t(`designs.${index as 0 | 1 | 2 | 3}`)}</span>
            </RadioCard>
          ))}
        </div>
      </RadioCards>
    </div>
  )
}

function Thumbnail({ index }: { index: number }) {
  const { t } = useTranslation('manage-certificates')
  const design = readyMadeDesign(index)
  const { width, height } = pageSizes[design.page]
  const values = useSampleValues({ course: null, signer: '', certification_text: t('template.textDefault') })
  return (
    <span className={classes.thumbnail} aria-hidden="true">
      <span className={classes.paper} style={{ '--ratio': width / height } as CSSProperties}>
        <DesignPage design={design}>
          {(block) => (
            <span key={block.id} className={classes.block} style={blockStyle(block, design)}>
              {block.kind !== 'image' && <BlockFace block={block} values={values} />}
            </span>
          )}
        </DesignPage>
      </span>
    </span>
  )
}
