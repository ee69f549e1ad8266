import { Anchor, Group, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { IconButton } from '#ui/components/icon-button.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PublishIssue } from '../../contract.ts'
import type { EditedItem } from './assessment-draft.ts'
import { issueText } from './issues.ts'
import { RubricButton } from './rubric-button.tsx'
import classes from './assessment-editor.module.css'

interface Props {
  item: EditedItem
  /** Path of the item in the form. */
  path: string
  error: string | undefined
  issues: readonly PublishIssue[]
  onPoints: (points: number | null) => void
  onEditDraw: () => void
  onRemove: () => void
}

/** Types whose answers a person marks. */
const manualTypes: readonly string[] = ['essay', 'file_upload', 'recording']

/** What screen readers and buttons call an item. */
export function useItemName() {
  const { t } = useTranslation('assessment-editor')
  return ({ draw, title }: EditedItem) => {
    if (draw) return t('draw.of', { number: draw.count, bank: title ?? t('deleted') })
    return title ?? t('deleted')
  }
}

/** A question or a draw of a section, with its points. */
export function ItemRow({ item, path, error, issues, onPoints, onEditDraw, onRemove }: Props) {
  const { t } = useTranslation('assessment-editor')
  const name = useItemName()(item)
  return (
    <div className={classes.item}>
      <div className={classes.itemText}>
        <ItemTitle item={item} name={name} />
        {issues.map((issue) => (
          <Text key={issue.code} size="sm" c="error">
            {issueText(t, issue)}
          </Text>
        ))}
      </div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <NumberField
          name={`${path}.points`}
          label={item.draw ? t('pointsEach') : t('points')}
          error={error}
          value={item.points}
          onChange={onPoints}
          min={0}
          max={1_000}
          decimalScale={2}
          w={120}
        />
        {item.question_id && manualTypes.includes(item.type ?? '') && (
          <RubricButton question_id={item.question_id} name={name} max_points={item.points ?? 0} />
        )}
        {item.draw && (
          <IconButton
            label={t('editItem', { name })}
            variant="subtle"
            color="gray"
            size="xl"
            onClick={onEditDraw}
          >
            <IconPencil size={18} aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={t('removeItem', { name })}
          variant="subtle"
          color="gray"
          size="xl"
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </Group>
    </div>
  )
}

function ItemTitle({ item, name }: { item: EditedItem; name: string }) {
  const { t } = useTranslation(['assessment-editor', 'question-banks'])
  const { question_id, draw, title, type, bank_id } = item
  if (draw) {
    const filters = [
      ...draw.types.map((one) => t(`question-banks:types.${one}`)),
      ...draw.tags,
      ...draw.difficulties.flatMap((level) =>
        level >= 1 && level <= 5 ? [t(`question-banks:level_${level as 1 | 2 | 3 | 4 | 5}`)] : [],
      ),
    ]
    return (
      <>
        <Text fw={600}>{name}</Text>
        {filters.length > 0 && (
          <Text size="sm" c="dimmed">
            {filters.join(' · ')}
          </Text>
        )}
      </>
    )
  }
  if (title === null) return <Text fw={600}>{name}</Text>
  return (
    <>
      <Anchor
        fw={600}
        dir="auto"
        renderRoot={(props: object) => (
          <Link to={`/manage/question-banks/${bank_id}/questions/${question_id}`} {...props} />
        )}
      >
        {title}
      </Anchor>
      {type && (
        <Text size="sm" c="dimmed">
          {t(`question-banks:types.${type}`)}
        </Text>
      )}
    </>
  )
}
