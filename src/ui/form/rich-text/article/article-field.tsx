import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'
import type { FieldProps } from '../../form-state.ts'
import type { SendToArticle } from './pending-upload.ts'

const ArticleEditor = lazy(() =>
  import('./article-editor.tsx').then((module) => ({ default: module.ArticleEditor })),
)

interface Props extends FieldProps<string> {
  minHeight?: number
  /** Uploads a file into the text. */
  send: SendToArticle
}

/** Text of a lesson, with images, media, notes, columns, code and formulas. The editor loads when it first appears. */
export function ArticleField({
  label,
  hint,
  error,
  value,
  onChange,
  disabled,
  name,
  minHeight = 320,
  send,
}: Props) {
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={hint}
      error={error}
      size="md"
    >
      <Suspense fallback={<Skeleton height={minHeight + 48} mt={4} data-arriving="" />}>
        <ArticleEditor
          value={value}
          onChange={onChange}
          labelledBy={`${id}-label`}
          invalid={Boolean(error)}
          disabled={disabled ?? false}
          minHeight={minHeight}
          send={send}
          {...(error ? { describedBy: `${id}-error` } : {})}
          {...(name && { name })}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
