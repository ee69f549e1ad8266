import { IconBook2, IconFileText, IconNotes, IconUser } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { api } from '#tenancy/client/browser.ts'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useCommandSearch, type CommandEntry, type CommandSearch } from '#ui/shell/palette-entries.ts'
import * as contract from '../contract.ts'

type Found = ApiReply<typeof contract.search>

/** Adds the courses, lessons, people and notes of the school to the search dialog. */
export function useSchoolSearch() {
  const { t } = useTranslation(['ui', 'kit'])
  const roleName = useRoleName()
  const { school_id } = useSchool()
  const isStaff = useSession()?.user_type !== 'student'
  const search = useCallback<CommandSearch>(
    async (query, signal) => {
      const found = await api(contract.search, query === '' ? {} : { q: query }, { signal })
      const coursesName = t(query === '' ? 'kit:palette.suggested' : 'kit:palette.courses')
      return [
        ...found.courses.map((course) => courseEntry(course, coursesName)),
        ...found.lessons.map((lesson) => ({
          ...lessonEntry(lesson, isStaff),
          group: t('kit:palette.lessons'),
        })),
        ...found.people.map((person) => ({
          ...personEntry(person, school_id),
          group: t('kit:palette.people'),
          text: `${roleName(person.role)} · ${person.email}`,
        })),
        ...found.notes.map((note) => ({ ...noteEntry(note), group: t('kit:palette.notes') })),
      ]
    },
    [t, roleName, school_id, isStaff],
  )
  useCommandSearch(search)
}

const courseAddress = {
  editor: (id: string) => `/manage/courses/${id}`,
  player: (id: string) => `/learn/${id}`,
  page: (id: string) => `/?selected_course_id=${id}`,
}

const courseEntry = ({ id, course_name, opens }: Found['courses'][number], group: string): CommandEntry => ({
  id: `course ${id}`,
  label: course_name,
  group,
  icon: IconBook2,
  to: courseAddress[opens](id),
  ...(opens === 'page' && { reloadDocument: true }),
})

function lessonEntry(lesson: Found['lessons'][number], isStaff: boolean) {
  const { course_id, content_id, course_name, title, text, start_second } = lesson
  const address = new URLSearchParams({ topic: content_id })
  if (!isStaff && start_second !== null) address.set('at', String(start_second))
  return {
    id: `lesson ${course_id} ${content_id}`,
    label: title,
    text: text === null ? course_name : `${course_name} · ${text}`,
    icon: IconFileText,
    to: `${isStaff ? '/manage/courses' : '/learn'}/${course_id}?${address}`,
  }
}

function personEntry({ id, name, email, role }: Found['people'][number], school_id: string) {
  const list = new URLSearchParams({ tab: role === 'teacher' ? 'teachers' : 'admins', search: email })
  return {
    id: `person ${id}`,
    label: name,
    icon: IconUser,
    to: role === 'student' ? `/school-details/${school_id}/student-details/${id}` : `/manage/people?${list}`,
  }
}

function noteEntry({ id, course_id, content_id, course_name, text, content_status }: Found['notes'][number]) {
  const anchor = new URLSearchParams({ topic: content_id, note: id })
  return {
    id: `note ${id}`,
    label: text,
    text: course_name,
    icon: IconNotes,
    to: content_status === 'open' ? `/learn/${course_id}?${anchor}` : '/notes',
  }
}
