import { Input, NativeSelect } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { BodyOf } from '#lib/questions/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Article } from '#ui/components/article.tsx'
import { plainText } from '../part-text.ts'
import type { AnswerInputProps } from '../question-props.ts'
import classes from '../questions.module.css'

/** A text with fields in it. The fields are put into the elements that the text has for them. */
export function GapsInput({ body, answer, onChange, isReadOnly }: AnswerInputProps<'gaps'>) {
  const { t } = useTranslation('questions')
  const frame = useRef<HTMLDivElement>(null)
  const [slots, setSlots] = useState<ReadonlyMap<string, Element>>(new Map())
  const html = useMemo(() => withSlots(body), [body])
  // The element is compared by its text, so that a keystroke does not write it again.
  const text = useMemo(() => <Article html={html} />, [html])
  // React may replace the elements, for example when the language changes.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const update = () => setSlots((current) => slotsIn(element, current))
    update()
    const observer = new MutationObserver(update)
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [html])
  return (
    <div ref={frame} dir="auto" className={classes.gaps}>
      {text}
      {body.gaps.map((gap, index) => {
        const slot = slots.get(gap.id)
        const field = (
          <GapField
            key={gap.id}
            gap={gap}
            label={t('gap', { number: index + 1, count: body.gaps.length })}
            value={answer?.gaps[gap.id] ?? ''}
            onChange={(value) => onChange({ type: 'gaps', gaps: { ...answer?.gaps, [gap.id]: value } })}
            isReadOnly={isReadOnly}
          />
        )
        return slot && createPortal(field, slot, gap.id)
      })}
    </div>
  )
}

/** The elements for fields by the ids of their gaps; `current` if nothing changed. */
function slotsIn(element: Element, current: ReadonlyMap<string, Element>) {
  const found = Array.from(element.querySelectorAll('[data-gap]'))
  const isSame = found.length === current.size && found.every((slot) => current.get(gapOf(slot)) === slot)
  return isSame ? current : new Map(found.map((slot) => [gapOf(slot), slot]))
}

const gapOf = (slot: Element) => slot.getAttribute('data-gap') ?? ''

type Gap = BodyOf<'gaps'>['gaps'][number]

/** Replaces `[[id]]` by elements. A gap that the text lacks comes at its end, so that it can be answered. */
function withSlots({ text, gaps }: BodyOf<'gaps'>) {
  const missing = new Set(gaps.map(({ id }) => id))
  const slotFor = (id: string) => `<span data-gap="${id}"></span>`
  const html = text.replace(/\[\[([a-z0-9]{6,12})\]\]/g, (_whole, id: string) =>
    missing.delete(id) ? slotFor(id) : '',
  )
  return html + [...missing].map((id) => `<p>${slotFor(id)}</p>`).join('')
}

interface GapFieldProps {
  gap: Gap
  label: string
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean
}

function GapField({ gap, label, value, onChange, isReadOnly }: GapFieldProps) {
  const { t } = useTranslation('questions')
  if (gap.kind === 'text')
    return (
      <Input
        className={classes.gap ?? ''}
        aria-label={label}
        dir="auto"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={gap.max_length}
        style={{ width: `${Math.min(Math.max(gap.max_length, 8), 24) + 4}ch` }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        disabled={isReadOnly}
      />
    )
  const options = gap.options.map(({ id, text }) => ({ value: id, label: plainText(text) }))
  return (
    <NativeSelect
      className={classes.gap ?? ''}
      aria-label={label}
      data={[{ value: '', label: t('choose') }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={isReadOnly}
    />
  )
}
