import { Center, Group, Stack, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconNotes, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ExportMenu } from './export-menu.tsx'
import type { Note } from './note-cache.ts'
import { NoteOfCourse } from './note-of-course.tsx'
import { useDeleteNote } from './use-delete-note.ts'
import classes from './notes.module.css'

export const handle: ScreenHandle = { namespaces: ['notes'] }

/** All notes of the reader, in all courses. */
export default function Notes() {
  const { t } = useTranslation('notes')
  const [course_id, setCourse] = useQueryParam('course')
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText.trim(), 250)
  const courses = useApiQuery(contract.listNoteCourses, {})
  const list = useApiPages(contract.listNotes, {
    limit: 30,
    ...(course_id && { course_id }),
    ...(search && { q: search }),
  })
  const { hidden, remove } = useDeleteNote()
  const [editing, setEditing] = useState<string | null>(null)
  const notes = list.rows?.filter(({ id }) => !hidden.has(id))
  const error = list.error ?? courses.error
  return (
    <>
      <PageHeading
        title={t('page.title')}
        text={t('page.text')}
        actions={<ExportMenu course_id={course_id} hasNotes={(courses.data?.notes_count ?? 0) > 0} />}
      />
      <Stack gap="lg" maw={860}>
        <Group gap="md" align="flex-end">
          <SearchInput
            label={t('page.search')}
            placeholder={t('page.searchHint')}
            value={searchText}
            onChange={setSearchText}
            maxLength={200}
            flex="2 1 16rem"
          />
          <NativeSelectField
            label={t('page.course')}
            size="md"
            flex="1 1 14rem"
            value={course_id ?? ''}
            onChange={setCourse}
            choices={[
              { value: '', label: t('page.allCourses', { count: courses.data?.notes_count ?? 0 }) },
              ...(courses.data?.data ?? []).map((course) => ({
                value: course.course_id,
                label: `${course.course_name} (${course.notes_count})`,
              })),
            ]}
          />
        </Group>
        {error && !notes && <ErrorState error={error} onRetry={list.refetch} />}
        {list.isLoading && <ListSkeleton />}
        {notes?.length === 0 && !list.isFetching && <Nothing searched={search !== ''} />}
        {notes && <Groups notes={notes} {...{ editing, setEditing, remove }} />}
        {list.hasMore && (
          <Center>
            <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
              {t('more')}
            </Button>
          </Center>
        )}
      </Stack>
    </>
  )
}

interface GroupsProps {
  notes: Note[]
  editing: string | null
  setEditing: (id: string | null) => void
  remove: (id: string) => void
}

/** Newest first; consecutive notes of one course form a group. */
function Groups({ notes, editing, setEditing, remove }: GroupsProps) {
  const groups: Note[][] = []
  for (const note of notes) {
    const group = groups.at(-1)
    if (group?.[0]?.course_id === note.course_id) group.push(note)
    else groups.push([note])
  }
  return groups.map((group) => (
    <section key={group[0]!.id} className={classes.group} aria-label={group[0]!.course_name}>
      <Title order={2} size="h4" className={classes.groupHead ?? ''}>
        {group[0]!.course_name}
      </Title>
      {group.map((note) => (
        <NoteOfCourse
          key={note.id}
          note={note}
          editing={editing === note.id}
          onEdit={() => setEditing(note.id)}
          onDone={() => setEditing(null)}
          onDelete={() => {
            setEditing(null)
            remove(note.id)
          }}
        />
      ))}
    </section>
  ))
}

function Nothing({ searched }: { searched: boolean }) {
  const { t } = useTranslation('notes')
  return (
    <EmptyState
      icon={searched ? <IconSearch size={36} /> : <IconNotes size={36} />}
      title={t(searched ? 'page.noneFound' : 'page.none')}
      text={t(searched ? 'page.noneFoundText' : 'page.noneText')}
    />
  )
}
