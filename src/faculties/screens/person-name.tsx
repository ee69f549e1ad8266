import { Group, Text } from '@mantine/core'
import type { listStudents } from '#accounts/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Avatar } from '#ui/components/avatar.tsx'

type Person = ApiReply<typeof listStudents>['data'][number]

/** Name of a person with the person's faculties. */
export function PersonName({ person }: { person: Person }) {
  const { name, avatar_url, email, user_code, user_faculties } = person
  return (
    <Group wrap="nowrap" gap="sm">
      <Avatar name={name} src={avatar_url} size={40} />
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[email, user_code].filter(Boolean).join(' · ')}
        </Text>
        {user_faculties.length > 0 && (
          <Text size="sm" c="dimmed">
            {user_faculties.map((faculty) => faculty.name).join(', ')}
          </Text>
        )}
      </div>
    </Group>
  )
}
