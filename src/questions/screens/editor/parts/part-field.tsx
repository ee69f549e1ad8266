import { Group } from '@mantine/core'
import { IconTypography } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'
import { ArticleField } from '#ui/form/rich-text/article/article-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { sendToQuestion } from '../send-to-question.ts'
import { linesOf, paragraphsOf } from './plain-html.ts'
import classes from '../question-editor.module.css'

interface Props extends FieldProps<string> {
  label: string
  maxLength?: number
  /** Buttons beside the field. */
  children?: ReactNode
}

/** A short HTML text: plain lines, until the author asks for formatting, images or formulas. */
export function PartField({ value, onChange, maxLength = 4_000, children, ...field }: Props) {
  const { t } = useTranslation('question-editor')
  const lines = linesOf(value)
  const [isRich, setRich] = useState(lines === null)
  if (isRich)
    return (
      <div className={classes.part}>
        <div className={classes.grow}>
          <ArticleField {...field} value={value} onChange={onChange} minHeight={70} send={sendToQuestion} />
        </div>
        {children}
      </div>
    )
  return (
    <div className={classes.part}>
      <div className={classes.grow}>
        <TextArea
          {...field}
          dir="auto"
          classNames={{ input: classes.line ?? '' }}
          maxLength={maxLength}
          value={lines ?? ''}
          onChange={(text) => onChange(paragraphsOf(text))}
        />
      </div>
      <Group gap={0} wrap="nowrap" className={classes.partButtons ?? ''}>
        <IconButton
          label={t('format', { name: field.label })}
          color="gray"
          variant="subtle"
          size="lg"
          onClick={() => setRich(true)}
        >
          <IconTypography size={18} aria-hidden />
        </IconButton>
        {children}
      </Group>
    </div>
  )
}
