import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { inOrder, plainText } from '../part-text.ts'
import type { AnswerInputProps } from '../question-props.ts'
import { PartText } from '../question-text.tsx'

/** Items that the student puts in order by two buttons, by keyboard or by drag. */
export function OrderingInput(props: AnswerInputProps<'ordering'>) {
  const { body, answer, onChange, isReadOnly } = props
  const { t } = useTranslation('questions')
  const [message, setMessage] = useState('')
  const items = inOrder(body.items, answer?.order ?? [])
  const save = (next: readonly { id: string }[]) =>
    onChange({ type: 'ordering', order: next.map(({ id }) => id) })
  return (
    <div>
      <SortableList
        items={items}
        itemKey="id"
        label={({ text }) => plainText(text)}
        disabled={isReadOnly}
        onReorder={(next, { item, to }) => {
          save(next)
          setMessage(
            t('ordering.moved', { name: plainText(item.text), position: to + 1, count: next.length }),
          )
        }}
        renderItem={({ text }, index) => (
          <>
            {index + 1}. <PartText html={text} />
          </>
        )}
      />
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      {/* The first order may be the right one, and only an act makes it an answer. */}
      {!answer?.order.length && !isReadOnly && (
        <Button variant="default" mt="sm" onClick={() => save(items)}>
          {t('ordering.confirm')}
        </Button>
      )}
    </div>
  )
}
