import { Group, Text } from '@mantine/core'
import { useSchool } from '#tenancy/client/frame.tsx'
import { Avatar } from '#ui/components/avatar.tsx'
import { TextLink } from './text-link.tsx'

interface Props {
  student: {
    student_id: string
    name: string
    email: string
    user_code?: string | null
    avatar_url: string | null
  }
}

/** Name of a student, with a link to the details. */
export function StudentName({ student }: Props) {
  const { school_id } = useSchool()
  const to = `/school-details/${school_id}/student-details/${student.student_id}`
  return (
    <Group wrap="nowrap" gap="sm">
      <Avatar name={student.name} src={student.avatar_url} size={40} />
      <div style={{ minWidth: '8rem' }}>
        <TextLink to={to}>{student.name}</TextLink>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[student.email, student.user_code].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  )
}
