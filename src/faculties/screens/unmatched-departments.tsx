import { Group, Menu, Paper, Stack, Text, Title } from '@mantine/core'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Faculty } from './faculty-row.tsx'

/** Department names that courses contain as text: creating a department assigns its courses. */
export function UnmatchedDepartments({ faculties }: { faculties: Faculty[] }) {
  const { t } = useTranslation('faculties')
  const { errorText } = useErrorText()
  const loose = useApiQuery(contract.listUnmatchedDepartments, {}).data?.data ?? []
  const create = useApiMutation(contract.createDepartment, {
    invalidates: [contract.listFaculties, contract.listUnmatchedDepartments],
    onSuccess: ({ name, course_count }) => toast(t('adopted', { name, count: course_count })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (loose.length === 0) return null
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }} component="section" aria-labelledby="loose">
      <Title order={2} size="h4" id="loose">
        {t('loose.title')}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('loose.text')}
      </Text>
      <Stack gap="xs">
        {loose.map(({ name, course_count }) => (
          <Group key={name} justify="space-between" gap="xs">
            <Text style={{ overflowWrap: 'anywhere' }}>
              {name}{' '}
              <Text span c="dimmed">
                · {t('courses', { count: course_count })}
              </Text>
            </Text>
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <Button variant="default" size="sm" aria-label={t('loose.putLabel', { name })}>
                  {t('loose.put')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {faculties.map((faculty) => (
                  <Menu.Item key={faculty.id} onClick={() => create.mutate({ faculty_id: faculty.id, name })}>
                    {faculty.name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
