import { SimpleGrid, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, use, useState } from 'react'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { SaveState } from '#ui/form/save-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BuilderSlots } from '../../course-frame/builder-slots.ts'
import { useEditedCourse } from '../../course-frame/course-frame.tsx'
import type { Lesson } from '../outline-tree/outline-model.ts'
import type { ContentSaving } from './use-content-saving.ts'
import type { Topic } from './use-edited-topic.ts'
import classes from './opening-rules.module.css'

interface Props {
  topic: Topic
  lessons: Lesson[]
  saving: ContentSaving
}

const rulesOf = ({ opening, completion, is_optional, is_free_preview }: Topic) => ({
  opens_at: opening?.opens_at ?? null,
  opens_after_days: opening?.opens_after_days ?? null,
  opens_after_content_id: opening?.opens_after_content_id ?? null,
  opens_after_score: opening?.opens_after_score ?? null,
  lowest_tier: opening?.lowest_tier ?? null,
  completion_rule: completion.rule,
  completion_percentage: completion.percentage,
  is_optional,
  is_free_preview,
})

type Rules = ReturnType<typeof rulesOf>

/** When a content opens for students, and what completes it. Applies at once, without publishing. */
export function OpeningRules({ topic, lessons, saving }: Props) {
  const { t } = useTranslation('courses')
  const { fieldErrorText } = useErrorText()
  const [rules, setRules] = useState(() => rulesOf(topic))
  const [wasOpened, setWasOpened] = useState(false)
  const { Exceptions } = use(BuilderSlots)
  const auto = useAutosave(rules, saving.send, { delay: 700, enabled: !saving.conflict })
  const set = (change: Partial<Rules>) => setRules((current) => ({ ...current, ...change }))
  const failed = auto.state.status === 'failed' ? auto.state.error.errors : []
  const errorOf = (path: keyof Rules) => {
    const fieldError = failed.find((error) => error.path === path)
    return fieldError ? fieldErrorText(fieldError.code, fieldError.message) : undefined
  }
  const field = <Name extends keyof Rules>(name: Name) => ({
    value: rules[name],
    error: errorOf(name),
    onChange: (value: Rules[Name]) => set({ [name]: value } as Partial<Rules>),
  })
  return (
    <details className={classes.section} onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary>
        <IconChevronDown size={18} aria-hidden className={classes.chevron ?? ''} />
        <span>{t('rules.title')}</span>
        <small>{useSummary(rules)}</small>
      </summary>
      <Stack gap="md" mt="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <DateTimeField label={t('rules.opensAt')} {...field('opens_at')} />
          <NumberField
            label={t('rules.afterDays')}
            hint={t('rules.afterDaysHint')}
            min={1}
            max={3_650}
            allowDecimal={false}
            {...field('opens_after_days')}
          />
          <Prerequisite topic={topic} lessons={lessons} field={field} set={set} />
          <Tier {...field('lowest_tier')} />
          <Completion topic={topic} rules={rules} set={set} errorOf={errorOf} />
        </SimpleGrid>
        <SwitchField label={t('rules.optional')} hint={t('rules.optionalHint')} {...field('is_optional')} />
        {topic.type !== 'assessment' && (
          <SwitchField
            label={t('rules.freePreview')}
            hint={t('rules.freePreviewHint')}
            {...field('is_free_preview')}
          />
        )}
        {wasOpened && Exceptions && (
          <Suspense fallback={<ListSkeleton rows={1} />}>
            <Exceptions course_id={topic.course_id} content_id={topic.id} />
          </Suspense>
        )}
        {auto.state.status !== 'saved' && <SaveState state={auto.state} onRetry={() => void auto.flush()} />}
      </Stack>
    </details>
  )
}

const isAssessment = (lessons: Lesson[], content_id: string | null) =>
  lessons.some(({ contents }) => contents.some(({ id, type }) => id === content_id && type === 'assessment'))

/** All other contents by lesson. */
function useOthers(content_id: string, lessons: Lesson[]) {
  return lessons.flatMap((lesson) =>
    lesson.contents
      .filter((content) => content.id !== content_id)
      .map((content) => ({ value: content.id, label: `${content.title} · ${lesson.title}` })),
  )
}

interface PrerequisiteProps {
  topic: Topic
  lessons: Lesson[]
  field: <Name extends 'opens_after_content_id' | 'opens_after_score'>(
    name: Name,
  ) => {
    value: Rules[Name]
    error: string | undefined
    onChange: (value: Rules[Name]) => void
  }
  set: (change: Partial<Rules>) => void
}

/** The lesson that comes first and, if it is an assessment, the score that it requires. */
function Prerequisite({ topic, lessons, field, set }: PrerequisiteProps) {
  const { t } = useTranslation('courses')
  const after = field('opens_after_content_id')
  return (
    <>
      <SelectField
        label={t('rules.after')}
        hint={t('rules.afterHint')}
        searchable
        clearable
        limit={100}
        choices={useOthers(topic.id, lessons)}
        {...after}
        onChange={(opens_after_content_id) => set({ opens_after_content_id, opens_after_score: null })}
      />
      {isAssessment(lessons, after.value) && (
        <NumberField
          label={t('rules.afterScore')}
          hint={t('rules.afterScoreHint')}
          suffix=" %"
          min={1}
          max={100}
          allowDecimal={false}
          {...field('opens_after_score')}
        />
      )}
    </>
  )
}

interface TierProps {
  value: number | null
  error: string | undefined
  onChange: (tier: number | null) => void
}

function Tier({ value, error, onChange }: TierProps) {
  const { t } = useTranslation('courses')
  const { enable_tiering, tiering_maximum } = useEditedCourse()
  if (!enable_tiering) return null
  const tiers = Array.from({ length: tiering_maximum }, (_tier, index) => index + 1)
  return (
    <SelectField
      label={t('outline.lowestTier')}
      placeholder={t('outline.everyTier')}
      clearable
      value={value === null ? null : String(value)}
      error={error}
      onChange={(tier) => onChange(tier === null ? null : Number(tier))}
      choices={tiers.map((tier) => ({ value: String(tier), label: t('outline.fromTier', { tier }) }))}
    />
  )
}

interface CompletionProps {
  topic: Topic
  rules: Rules
  set: (change: Partial<Rules>) => void
  errorOf: (path: keyof Rules) => string | undefined
}

const hasPercentage = (rule: Rules['completion_rule']) => rule === 'watched' || rule === 'read'

function rulesFor(type: Topic['type']) {
  if (type === 'text') return ['read', 'opened', 'marked'] as const
  if (type === 'assessment') return ['submitted', 'passed', 'marked'] as const
  const plays = type === 'video' || type === 'audio'
  return plays ? (['watched', 'opened', 'marked'] as const) : (['opened', 'marked'] as const)
}

function Completion({ topic, rules, set, errorOf }: CompletionProps) {
  const { t } = useTranslation('courses')
  const { completion_rule: chosen } = rules
  return (
    <>
      <SelectField
        label={t('rules.completion')}
        allowDeselect={false}
        value={rules.completion_rule}
        error={errorOf('completion_rule')}
        onChange={(rule) => {
          const completion_rule = rule as Rules['completion_rule']
          set({ completion_rule, completion_percentage: hasPercentage(completion_rule) ? 90 : null })
        }}
        choices={rulesFor(topic.type).map((value) => ({ value, label: t(`rules.completed.${value}`) }))}
      />
      {hasPercentage(chosen) && (
        <NumberField
          label={t(chosen === 'read' ? 'rules.readPercentage' : 'rules.percentage')}
          suffix=" %"
          min={1}
          max={100}
          allowDecimal={false}
          value={rules.completion_percentage}
          error={errorOf('completion_percentage')}
          onChange={(completion_percentage) => set({ completion_percentage })}
        />
      )}
    </>
  )
}

/** Short summary of the rules for the closed section. */
function useSummary(rules: Rules) {
  const { t } = useTranslation('courses')
  const closes = rules.opens_at ?? rules.opens_after_days ?? rules.opens_after_content_id ?? rules.lowest_tier
  return [
    t(closes === null ? 'rules.always' : 'rules.some'),
    t('rules.doneOnce', { how: t(`rules.completed.${rules.completion_rule}`) }),
    ...(rules.is_optional ? [t('rules.optional')] : []),
    ...(rules.is_free_preview ? [t('rules.freePreview')] : []),
  ].join(' · ')
}
