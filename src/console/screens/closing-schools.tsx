import { Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

const UndoClosingDialog = lazy(() => import('./undo-closing-dialog.tsx'))

export type ClosingSchool = ApiReply<typeof contract.listClosings>['data'][number]

/** Schools that are closing, the next erasure first; renders nothing if there are none. */
export function ClosingSchools() {
  const { t } = useTranslation('console')
  const [chosen, setChosen] = useState<ClosingSchool | null>(null)
  const closings = useApiPages(contract.listClosings, { limit: 10 })
  if (!closings.rows?.length) return null
  return (
    <Section title={t('closings.title')}>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {closings.rows.map((school) => (
          <Group component="li" key={school.school_id} justify="space-between" gap="sm">
            <div style={{ minWidth: 0, flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
              <Text fw={600}>
                {school.name} · <bdi>{school.school_url}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {school.erasing_at ? (
                  t('closings.erasing')
                ) : (
                  <>
                    {t('closings.erase')} <Time at={school.erase_at} style="date" />
                  </>
                )}
                {school.reason && ` · ${school.reason}`}
              </Text>
            </div>
            {!school.erasing_at && (
              <Button
                variant="default"
                size="sm"
                onClick={() => setChosen(school)}
                aria-label={t('closings.undoLabel', { name: school.name })}
              >
                {t('closings.undo')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <ListFooter pages={closings} />
      {chosen && (
        <Suspense>
          <UndoClosingDialog school={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Section>
  )
}
