import { Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDice5, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PublishIssue } from '../../contract.ts'
import { newItem, type AssessmentDraft, type EditedItem, type EditedSection } from './assessment-draft.ts'
import { issuesOf } from './issues.ts'
import { ItemRow, useItemName } from './item-row.tsx'

const AddQuestions = lazy(() => import('./add-questions.tsx'))
const DrawDialog = lazy(() => import('./draw-dialog.tsx'))

interface Props {
  form: ApiForm<AssessmentDraft>
  section: EditedSection
  index: number
  issues: readonly PublishIssue[]
}

type Dialog = { kind: 'questions' } | { kind: 'draw'; item: EditedItem | null }

/** A section with its questions and draws. */
export function SectionBox({ form, section, index, issues }: Props) {
  const { t } = useTranslation('assessment-editor')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const itemName = useItemName()
  const path = `sections.${index}`
  const { items } = section
  const setItems = (next: EditedItem[]) => form.set(`${path}.items`, next)
  return (
    <Section
      title={t('section', { number: index + 1 })}
      aside={<SectionButtons form={form} section={section} index={index} issues={issues} />}
    >
      <TextField
        name={`${path}.name`}
        label={t('sectionName')}
        hint={t('sectionNameHint')}
        value={section.name}
        error={form.errors[`${path}.name`]}
        onChange={(name) => form.set(`${path}.name`, name)}
        maxLength={200}
        dir="auto"
      />
      {items.length === 0 && <Text c="dimmed">{t('noItems')}</Text>}
      <SortableList
        items={items}
        itemKey="key"
        label={itemName}
        onReorder={setItems}
        renderItem={(item, at) => (
          <ItemRow
            item={item}
            path={`${path}.items.${at}`}
            error={form.errors[`${path}.items.${at}.points`]}
            issues={issuesOf(issues, index, at)}
            onPoints={(points) => form.set(`${path}.items.${at}.points`, points)}
            onEditDraw={() => setDialog({ kind: 'draw', item })}
            onRemove={() => setItems(items.toSpliced(at, 1))}
          />
        )}
      />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setDialog({ kind: 'questions' })}
        >
          {t('addQuestions')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDice5 size={18} aria-hidden />}
          onClick={() => setDialog({ kind: 'draw', item: null })}
        >
          {t('draw.add')}
        </Button>
      </Group>
      <Dialogs
        dialog={dialog}
        sections={form.values.sections}
        items={items}
        onItems={setItems}
        onClose={() => setDialog(null)}
      />
    </Section>
  )
}

interface DialogsProps {
  dialog: Dialog | null
  sections: readonly EditedSection[]
  items: EditedItem[]
  onItems: (items: EditedItem[]) => void
  onClose: () => void
}

function Dialogs({ dialog, sections, items, onItems, onClose }: DialogsProps) {
  if (!dialog) return null
  if (dialog.kind === 'questions') {
    const used = new Set(sections.flatMap((one) => one.items.flatMap(({ question_id }) => question_id ?? [])))
    return (
      <Suspense>
        <AddQuestions
          used={used}
          onClose={onClose}
          onAdd={(questions) =>
            onItems([
              ...items,
              ...questions.map(({ id, name, type, bank_id }) =>
                newItem({ question_id: id, draw: null, points: 1, title: name, type, bank_id }),
              ),
            ])
          }
        />
      </Suspense>
    )
  }
  const { item } = dialog
  return (
    <Suspense>
      <DrawDialog
        draw={item?.draw ?? null}
        bankName={item?.title ?? null}
        onClose={onClose}
        onDone={(draw, title) => {
          const shown = { draw, title, bank_id: draw.bank_id }
          if (item) onItems(items.map((one) => (one.key === item.key ? { ...one, ...shown } : one)))
          else onItems([...items, newItem({ question_id: null, points: 1, type: null, ...shown })])
        }}
      />
    </Suspense>
  )
}

function SectionButtons({ form, section, index }: Props) {
  const { t } = useTranslation('assessment-editor')
  const { sections } = form.values
  const name = t('section', { number: index + 1 })
  const move = (to: number) => form.set('sections', sections.toSpliced(index, 1).toSpliced(to, 0, section))
  return (
    <Group gap={2}>
      <IconButton
        label={t('moveUp', { name })}
        variant="subtle"
        color="gray"
        size="lg"
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        label={t('moveDown', { name })}
        variant="subtle"
        color="gray"
        size="lg"
        disabled={index === sections.length - 1}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </IconButton>
      <IconButton
        label={t('removeItem', { name })}
        variant="subtle"
        color="gray"
        size="lg"
        onClick={() => form.set('sections', sections.toSpliced(index, 1))}
      >
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </Group>
  )
}
