import { Group, Stack, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { MarkingActions } from './answer-browser.tsx'
import { answerKey, type Answer } from './answer-positions.ts'
import type { RubricState } from './use-rubric.ts'
import type { Marks } from './use-marks.ts'
import classes from './rubric.module.css'

const RubricDialog = lazy(() => import('./rubric-dialog.tsx'))

interface Props {
  assessment_id: string
  answer: Answer
  marks: Marks
  actions: MarkingActions
}

/** The criteria of a rubric with their levels, of which one each is chosen. */
export function RubricPanel({ assessment_id, answer, marks, actions }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { rubric, criteria } = actions.rubric
  if (!rubric) return <HeadingSpace />
  return (
    <Stack gap="sm">
      <PanelHeading hasCriteria={criteria.length > 0} onEdit={() => setEditing(true)} />
      {criteria.map((criterion, at) => (
        <Levels
          key={criterion.id}
          criterion={criterion}
          isActive={at === actions.rubric.activeAt}
          answer={answer}
          state={actions.rubric}
        />
      ))}
      {actions.rubric.isOverridden && <ReasonField answer={answer} marks={marks} actions={actions} />}
      <Suspense>
        {isEditing && (
          <RubricDialog
            assessment_id={assessment_id}
            rubric={rubric}
            max_points={answer.max_points}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </Stack>
  )
}

/** As high as the heading, so that nothing moves when the rubric is there. */
function HeadingSpace() {
  return (
    <div style={{ visibility: 'hidden' }} aria-hidden inert>
      <PanelHeading hasCriteria={false} onEdit={() => {}} />
    </div>
  )
}

function PanelHeading({ hasCriteria, onEdit }: { hasCriteria: boolean; onEdit: () => void }) {
  const { t } = useTranslation('marking')
  return (
    <Group justify="space-between" gap="sm">
      <Text fw={600}>{hasCriteria && t('rubric.title')}</Text>
      <Button
        size="compact-md"
        variant="subtle"
        leftSection={<IconListCheck size={18} aria-hidden />}
        onClick={onEdit}
      >
        {t(hasCriteria ? 'rubric.edit' : 'rubric.create')}
      </Button>
    </Group>
  )
}

/** Why the points differ from those of the levels. */
function ReasonField({ answer, marks, actions }: Omit<Props, 'assessment_id'>) {
  const { t } = useTranslation('marking')
  const draft = marks.draft(answer)
  return (
    <TextField
      label={t('rubric.reason', { points: formatNumber(actions.rubric.sum) })}
      required
      maxLength={500}
      value={draft.reason}
      onChange={(reason) => marks.change(answer, { ...draft, reason })}
      error={actions.problem === 'reason' && t('rubric.reasonMissing')}
    />
  )
}

interface LevelsProps {
  criterion: RubricState['criteria'][number]
  isActive: boolean
  answer: Answer
  state: RubricState
}

function Levels({ criterion, isActive, answer, state }: LevelsProps) {
  const { t } = useTranslation('marking')
  const { id: criterion_id, name, levels } = criterion
  const chosen = state.choices.find((choice) => choice.criterion_id === criterion_id)?.level_id
  return (
    <fieldset className={classes.criterion} data-active={isActive || undefined}>
      <legend dir="auto">{name}</legend>
      {levels.map(({ id, points, description }, at) => (
        <label key={id} className={classes.level}>
          <input
            type="radio"
            name={`${answerKey(answer)} ${criterion_id}`}
            checked={id === chosen}
            onChange={() => state.choose({ criterion_id, level_id: id })}
          />
          <span dir="auto">{description}</span>
          <span className={classes.points}>
            {t('rubric.points', { points: formatNumber(points) })}
            {isActive && at < 9 && <kbd aria-hidden>{at + 1}</kbd>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
