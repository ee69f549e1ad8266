import { Badge, Group } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import type { getStaffHome } from '../contract.ts'
import { countText } from './figures.tsx'
import classes from './home.module.css'

type Course = ApiReply<typeof getStaffHome>['courses'][number]

interface Props {
  courses: readonly Course[]
  /** Number of all courses of the reader. */
  total: number
}

/** The newest courses with their images. */
export function RecentCourses({ courses, total }: Props) {
  const { t } = useTranslation('staff-home')
  return (
    <Section
      title={t('courses.title')}
      aside={
        total > courses.length && (
          <LinkButton to="/manage/courses" variant="subtle" size="sm">
            {t('courses.all')}
          </LinkButton>
        )
      }
    >
      {courses.length === 0 ? (
        <EmptyState
          icon={<IconBook2 size={32} />}
          title={t('courses.none')}
          text={t('courses.noneText')}
          action={<LinkButton to="/manage/courses/new">{t('courses.create')}</LinkButton>}
        />
      ) : (
        <ul className={classes.courses}>
          {courses.map((course) => (
            <CourseCard key={course.id} course={course} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function CourseCard({ course }: { course: Course }) {
  const { t } = useTranslation('staff-home')
  const { id, course_name, course_isPublic, students_count, contents_count } = course
  const facts = [
    t('courses.students', { count: students_count, shown: countText(students_count) }),
    t('courses.lessons', { count: contents_count }),
  ]
  return (
    <li className={classes.course}>
      <Cover course={course} />
      <div className={classes.courseText}>
        <h3>
          <Link to={`/manage/courses/${id}`} prefetch="intent">
            {course_name}
          </Link>
        </h3>
        <Group gap={8}>
          <Badge color={course_isPublic ? 'success' : 'gray'} variant="light">
            {t(course_isPublic ? 'courses.published' : 'courses.draft')}
          </Badge>
          <span className={classes.note}>{facts.join(' · ')}</span>
        </Group>
      </div>
    </li>
  )
}

/** The course's image, or a generated one. */
function Cover({ course: { image_url, course_name } }: { course: Course }) {
  if (image_url)
    return (
      <ResponsiveImage
        src={image_url}
        alt=""
        className={classes.cover}
        width={640}
        height={360}
        sizes="(min-width: 75em) 22rem, (min-width: 36em) 45vw, 6rem"
        loading="lazy"
      />
    )
  return <GeneratedCover text={course_name} className={classes.cover} />
}
