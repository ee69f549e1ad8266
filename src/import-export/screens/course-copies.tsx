import { SimpleGrid } from '@mantine/core'
import { useOutletContext } from 'react-router'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { DuplicateCourse } from './duplicate-course.tsx'
import { ExportCourse } from './export-course.tsx'
import { SaveAsTemplate } from './save-as-template.tsx'

export const handle: ScreenHandle = { namespaces: ['import-export'] }

export interface CourseCopy {
  id: string
  course_name: string
  course_start_date: string | null
}

/** Duplicate, template and archive of a course, within the course builder. */
export default function CourseCopies() {
  const course = useOutletContext<CourseCopy>()
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" key={course.id}>
      <DuplicateCourse course={course} />
      <SaveAsTemplate course={course} />
      <ExportCourse course={course} />
    </SimpleGrid>
  )
}
