import { Badge, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Avatar } from '#ui/components/avatar.tsx'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Ownership } from './owned-school.tsx'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))
const RemoveOwnerDialog = lazy(() => import('./remove-owner-dialog.tsx'))

export type Owner = Ownership['owners'][number]

/** The owners of the school. */
export function OwnersSection({ ownership: { owners, school } }: { ownership: Ownership }) {
  const { t } = useTranslation('ownership')
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Owner | null>(null)
  return (
    <Section
      title={t('owners.title')}
      text={t('owners.text')}
      aside={
        <Button variant="light" size="sm" onClick={() => setInviting(true)}>
          {t('invite.open')}
        </Button>
      }
    >
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {owners.map((owner) => (
          <Group component="li" key={owner.id} justify="space-between" gap="sm">
            <Group wrap="nowrap" gap="md" style={{ minWidth: 0, flex: '1 1 14rem' }}>
              <Avatar name={owner.name} src={null} size={40} />
              <div style={{ minWidth: 0 }}>
                <Group gap="xs">
                  <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {owner.name}
                  </Text>
                  {owner.is_you && <Badge variant="light">{t('owners.you')}</Badge>}
                </Group>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {owner.email} · {t('owners.since')} <Time at={owner.since} style="date" />
                </Text>
              </div>
            </Group>
            {owners.length > 1 && (
              <Button
                variant="default"
                size="sm"
                onClick={() => setLeaving(owner)}
                aria-label={owner.is_you ? t('owners.leave') : t('owners.removeLabel', { name: owner.name })}
              >
                {t(owner.is_you ? 'owners.leave' : 'owners.remove')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {isInviting && (
        <Suspense>
          <InviteDialog school_id={school.school_id} onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <RemoveOwnerDialog owner={leaving} school_id={school.school_id} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
    </Section>
  )
}
