import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { ColorField } from '#ui/form/fields/color-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { isColor } from './block-fields.tsx'
import { onPage } from './place-block.ts'
import type { DesignEditor } from './use-design.ts'
import classes from './designer.module.css'

const pages = ['a4_landscape', 'a4_portrait', 'letter_landscape', 'letter_portrait'] as const
const borders = ['none', 'line', 'double', 'band'] as const

/** Page, background and border of the design. */
export function PageFields({ editor }: { editor: DesignEditor }) {
  const { t } = useTranslation('certificate-designer')
  const { design, change } = editor
  const { border } = design
  return (
    <div className={classes.fields}>
      <NativeSelectField
        label={t('page')}
        size="md"
        value={design.page}
        onChange={(page) =>
          change(
            onPage(
              design,
              pages.find((one) => one === page)!,
            ),
          )
        }
        choices={pages.map((value) => ({ value, label: t(`pages.${value}`) }))}
      />
      <NativeSelectField
        label={t('border')}
        size="md"
        value={border.style}
        onChange={(style) =>
          change({ ...design, border: { ...border, style: borders.find((one) => one === style)! } })
        }
        choices={borders.map((value) => ({ value, label: t(`borders.${value}`) }))}
      />
      <Colors editor={editor} />
    </div>
  )
}

function Colors({ editor: { design, change } }: { editor: DesignEditor }) {
  const { t } = useTranslation('certificate-designer')
  const { border, background } = design
  const colorError = (color: string) => !isColor(color) && { error: t('colorError') }
  return (
    <>
      <ColorField
        label={t('background')}
        value={background}
        onChange={(color) => change({ ...design, background: color.toLowerCase() }, 'background')}
        {...colorError(background)}
      />
      <ColorField
        label={t('borderColor')}
        value={border.color}
        onChange={(color) =>
          change({ ...design, border: { ...border, color: color.toLowerCase() } }, 'border color')
        }
        {...colorError(border.color)}
      />
    </>
  )
}
