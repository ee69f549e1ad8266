import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { AnswerInputProps } from '../question-props.ts'
import { CodeArea } from './code-area.tsx'
import classes from './code-input.module.css'

/** A program, below the examples of what it returns. */
export function CodeInput({ body, answer, onChange, isReadOnly, textId }: AnswerInputProps<'code'>) {
  const { t } = useTranslation('questions')
  const id = useId()
  return (
    <div>
      <Examples examples={body.examples} />
      <label htmlFor={id} className={classes.label}>
        {t('code.label', { name: body.function_name })}
      </label>
      <Text id={`${id}-hint`} size="sm" c="dimmed">
        {t('code.hint')}
      </Text>
      <CodeArea
        id={id}
        describedBy={`${textId} ${id}-hint`}
        value={answer?.code ?? body.starter}
        onChange={(code) => onChange({ type: 'code', code })}
        isReadOnly={isReadOnly}
      />
    </div>
  )
}

function Examples({ examples }: { examples: AnswerInputProps<'code'>['body']['examples'] }) {
  const { t } = useTranslation('questions')
  if (examples.length === 0) return null
  return (
    <div className={classes.examples}>
      <Text fw={600}>{t('code.examples')}</Text>
      <ul dir="ltr">
        {examples.map(({ call, expected }, index) => (
          <li key={index}>
            <code>{call}</code> → <code>{expected}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
