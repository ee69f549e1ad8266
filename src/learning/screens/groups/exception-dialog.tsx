import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { getCourseContents } from '#courses/contract.ts'
import { createLockException, listGroups, listLockExceptions } from '#groups/contract.ts'
import { useApiMutation, useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { SelectField, type Choice } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listCourseStudents } from '../../contract.ts'
import { useDebouncedSearch } from '../search-field.tsx'

interface Props {
  course_id: string
  /** Preselected students; without any, the dialog lets staff select students and groups. */
  student_ids?: string[]
  /** Preselected content; without one, it is selected in the dialog. */
  content_id?: string
  opened: boolean
  onClose: () => void
  onDone?: () => void
}

const effects = ['now', 'later', 'earlier'] as const
type Effect = (typeof effects)[number]

/** Creates an exception for the course or one of its contents. */
export function ExceptionDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation('learning')
  return (
    <Modal opened={opened} onClose={onClose} title={t('exceptions.title')}>
      {opened && <ExceptionForm {...rest} onClose={onClose} />}
    </Modal>
  )
}

/** The form without the dialog. */
export function ExceptionForm({ course_id, student_ids, onClose, onDone, ...of }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const { errorText } = useErrorText()
  const [group_ids, setGroups] = useState<string[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const [content_id, setContent] = useState(of.content_id ?? null)
  const [effect, setEffect] = useState<Effect>('now')
  const [days, setDays] = useState<number | null>(7)
  const except = useApiMutation(createLockException, {
    invalidates: [listLockExceptions],
    onSuccess: () => {
      toast(t('exceptions.saved'))
      onClose()
      onDone?.()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  const shift_days = { now: null, later: days, earlier: days === null ? null : -days }[effect]
  const whom = student_ids ? { student_ids } : { student_ids: chosen, group_ids }
  const isSomebody = Object.values(whom).some((ids) => ids.length > 0)
  const isWhole = isSomebody && (effect === 'now' || days !== null)
  return (
    <Stack
      gap="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) except.mutate({ id: course_id, content_id, shift_days, ...whom })
      }}
    >
      {!student_ids && (
        <>
          <Students course_id={course_id} value={chosen} onChange={setChosen} />
          <Groups course_id={course_id} value={group_ids} onChange={setGroups} />
        </>
      )}
      {!of.content_id && <What course_id={course_id} value={content_id} onChange={setContent} />}
      <RadioField
        label={t('exceptions.effect')}
        value={effect}
        onChange={(value) => setEffect(value as Effect)}
        choices={effects.map((value) => ({ value, label: t(`exceptions.effects.${value}`) }))}
      />
      {effect !== 'now' && (
        <NumberField
          label={t('exceptions.days')}
          required
          min={1}
          max={3_650}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {tu('actions.cancel')}
        </Button>
        <Button type="submit" disabled={!isWhole} loading={except.isPending}>
          {tu('actions.save')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Keeps the names of selected students when the search changes. */
function Students({ course_id, value, onChange }: GroupsProps) {
  const { t } = useTranslation('learning')
  const { typed, setTyped, search } = useDebouncedSearch()
  const { rows } = useApiPages(listCourseStudents, {
    course_id,
    sort: 'name',
    limit: 50,
    ...(search && { search }),
  })
  const [loadedStudents, setLoadedStudents] = useState<Choice[]>([])
  const found = (rows ?? []).map(({ student_id, name }) => ({ value: student_id, label: name }))
  const others = loadedStudents.filter(
    (one) => value.includes(one.value) && !found.some((row) => row.value === one.value),
  )
  const choices = [...found, ...others]
  return (
    <MultiSelectField
      label={t('exceptions.students')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={t('exceptions.noStudents')}
      value={value}
      onChange={(ids) => {
        setLoadedStudents(choices.filter((one) => ids.includes(one.value)))
        onChange(ids)
      }}
      choices={choices}
    />
  )
}

interface GroupsProps {
  course_id: string
  value: string[]
  onChange: (ids: string[]) => void
}

function Groups({ course_id, value, onChange }: GroupsProps) {
  const { t } = useTranslation('learning')
  const { rows } = useApiPages(listGroups, { id: course_id, limit: 100 })
  return (
    <MultiSelectField
      label={t('groups.title')}
      searchable
      value={value}
      onChange={onChange}
      choices={(rows ?? []).map((group) => ({ value: group.id, label: group.name }))}
    />
  )
}

interface WhatProps {
  course_id: string
  value: string | null
  onChange: (id: string | null) => void
}

function What({ course_id, value, onChange }: WhatProps) {
  const { t } = useTranslation('learning')
  const { data } = useApiQuery(getCourseContents, { id: course_id })
  const contents = (data?.lessons ?? []).flatMap((lesson) =>
    lesson.contents.map((content) => ({ value: content.id, label: `${content.title} · ${lesson.title}` })),
  )
  return (
    <SelectField
      label={t('exceptions.what')}
      placeholder={t('exceptions.wholeCourse')}
      searchable
      clearable
      limit={100}
      value={value}
      onChange={onChange}
      choices={contents}
    />
  )
}
