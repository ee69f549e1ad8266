import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { articleClass } from '#ui/components/article.tsx'
import classes from './code-input.module.css'

/** Longer code stays without colours, so that typing is not slowed down. */
const maxColoured = 10_000

interface Props {
  id: string
  value: string
  onChange: (code: string) => void
  isReadOnly?: boolean
  /** Ids of the elements that describe the field. */
  describedBy?: string
  name?: string
  maxLength?: number
}

/** A field for JavaScript. Tab indents; after Escape it moves the focus, so that no keyboard is trapped. */
export function CodeArea({ id, value, onChange, isReadOnly = false, describedBy, name, maxLength }: Props) {
  const onKeyDown = useIndentation(onChange)
  return (
    <div className={classes.editor} dir="ltr">
      <ColouredCode code={value} />
      <textarea
        id={id}
        name={name}
        className={classes.input}
        aria-describedby={describedBy}
        rows={Math.max(6, value.split('\n').length + 1)}
        maxLength={maxLength ?? 50_000}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        value={value}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
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
function ColouredCode({ code }: { code: string }) {
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
