import { IconUsers } from '@tabler/icons-react'
import { Anchor, Badge, Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { DataTable, type ListPages } from '#ui/components/data-table.tsx'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GeneratedCover } from '#ui/public/generated-cover.tsx'
import type { listCourses } from '../../contract.ts'
import { CourseBadges } from '../course-frame/course-badges.tsx'
import classes from './course-table.module.css'

type Row = ApiReply<typeof listCourses>['data'][number]

interface Props {
  pages: ListPages & { rows: Row[] | undefined }
  empty: ReactNode
}

export function CourseTable({ pages, empty }: Props) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  return (
    <DataTable
      label={t('list.title')}
      rows={pages.rows}
      rowKey="id"
      pages={pages}
      empty={empty}
      columns={[
        {
          key: 'course_name',
          title: t('list.course'),
          render: (course: Row) => <NameCell course={course} />,
        },
        {
          key: 'price',
          title: t('list.price'),
          width: 120,
          wide: true,
          render: ({ price }: Row) => (price === 0 ? t('free') : formatMoney(price, currency_code)),
        },
        {
          key: 'students_count',
          title: t('list.students'),
          width: 120,
          wide: true,
          render: (course: Row) => <StudentsCell course={course} />,
        },
        {
          key: 'updated_at',
          title: t('list.changed'),
          width: 140,
          wide: true,
          render: ({ updated_at }: Row) => <Time at={updated_at} style="relative" />,
        },
      ]}
    />
  )
}

function NameCell({ course }: { course: Row }) {
  const { t } = useTranslation('courses')
  const facts = [
    course.course_teacher_name,
    t('topics', { count: course.contents_count }),
    course.course_code,
  ]
  return (
    <Group wrap="nowrap" gap="md" miw={180}>
      <div className={classes.picture} aria-hidden="true">
        {course.image_url ? (
          <img src={course.image_url} alt="" loading="lazy" />
        ) : (
          <GeneratedCover text={course.course_name} className={classes.pattern} />
        )}
      </div>
      <Box miw={0}>
        <Anchor
          fw={640}
          className={classes.name ?? ''}
          renderRoot={(props: object) => (
            <Link to={`/manage/courses/${course.id}`} prefetch="intent" {...props} />
          )}
        >
          {course.course_name}
        </Anchor>
        <Group gap={6} mt={2}>
          <CourseBadges course={course} />
          <Text size="sm" c="dimmed">
            {facts.filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <Group gap={6} mt={4} hiddenFrom="sm">
          <IconUsers size={16} role="img" aria-label={t('list.students')} />
          <StudentsCell course={course} />
        </Group>
      </Box>
    </Group>
  )
}

/** Counts stop at a thousand. */
const counted = (count: number) => (count >= 1_000 ? `${formatNumber(1_000)}+` : formatNumber(count))

function StudentsCell({ course }: { course: Row }) {
  const { t } = useTranslation('courses')
  const { students_count, pending_count } = course
  return (
    <Group gap={6}>
      <Text>{counted(students_count)}</Text>
      {pending_count > 0 && (
        <Badge color="accent" variant="light">
          {t('list.waiting', { count: pending_count, shown: counted(pending_count) })}
        </Badge>
      )}
    </Group>
  )
}
