import { Text } from '@mantine/core'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { articleClass } from '#ui/components/article.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { AnswerInputProps } from '../question-props.ts'
import classes from './code-input.module.css'

/** Longer code stays without colours, so that typing is not slowed down. */
const maxColoured = 10_000

/** A program. Tab indents; after Escape it moves the focus, so that no keyboard is trapped. */
export function CodeInput({ body, answer, onChange, isReadOnly, textId }: AnswerInputProps<'code'>) {
  const { t } = useTranslation('questions')
  const id = useId()
  const code = answer?.code ?? body.starter
  const change = (next: string) => onChange({ type: 'code', code: next })
  const onKeyDown = useIndentation(change)
  return (
    <div>
      <Examples examples={body.examples} />
      <label htmlFor={id} className={classes.label}>
        {t('code.label', { name: body.function_name })}
      </label>
      <Text id={`${id}-hint`} size="sm" c="dimmed">
        {t('code.hint')}
      </Text>
      <div className={classes.editor} dir="ltr">
        <ColouredCode code={code} />
        <textarea
          id={id}
          className={classes.input}
          aria-describedby={`${textId} ${id}-hint`}
          rows={Math.max(6, code.split('\n').length + 1)}
          maxLength={50_000}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          value={code}
          readOnly={isReadOnly}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  )
}

/** Indents with Tab. Escape lets the next Tab move the focus, as Shift+Tab always does. */
function useIndentation(change: (code: string) => void) {
  const leaves = useRef(false)
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget
    const isIndent = event.key === 'Tab' && !event.shiftKey && !leaves.current && !field.readOnly
    leaves.current = event.key === 'Escape'
    if (!isIndent) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = field
    field.setRangeText('  ', selectionStart, selectionEnd, 'end')
    change(field.value)
  }
}

/** The code below the field, whose own text is transparent. Loads the colours when it first appears. */
export function ColouredCode({ code }: { code: string }) {
  const [highlight, setHighlight] = useState<((code: string) => string) | null>(null)
  useEffect(() => {
    let isShown = true
    void import('./highlight-javascript.ts')
      .then((module) => isShown && setHighlight(() => module.highlightJavascript))
      // Without a connection the code stays without colours.
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [])
  const isColoured = highlight !== null && code.length <= maxColoured
  return (
    <div className={`${articleClass} ${classes.coloured}`} aria-hidden>
      {isColoured ? (
        <pre dangerouslySetInnerHTML={{ __html: `${highlight(code)}\n` }} />
      ) : (
        <pre>{`${code}\n`}</pre>
      )}
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
