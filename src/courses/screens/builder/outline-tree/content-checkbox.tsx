import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Content } from './outline-model.ts'
import { useOutlineSelection } from './outline-selection.ts'
import classes from './outline-tree.module.css'

/** Selects a content; with Shift, all contents up to it. */
export function ContentCheckbox({ content }: { content: Content }) {
  const { t } = useTranslation('import-export')
  const { ids, toggle } = useOutlineSelection()
  return (
    <CheckboxField
      label={null}
      classNames={{ root: classes.tick ?? '' }}
      size="md"
      aria-label={t('select.one', { name: content.title })}
      value={ids.has(content.id)}
      onChange={(_checked, event) => toggle(content.id, { upTo: (event.nativeEvent as MouseEvent).shiftKey })}
    />
  )
}
