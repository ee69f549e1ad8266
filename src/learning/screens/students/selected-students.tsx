import { Group, Menu, Paper, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CorrectProgressDialog } from '../progress/correct-progress-dialog.tsx'
import { SelectedStudentsGroups } from '../groups/selected-students-groups.tsx'
import { useChangeStudents, useTiers } from './use-enrolment-changes.ts'
import classes from './selected-students.module.css'

interface Props {
  course_id: string
  /** Highest tier of the course; 0 without tiers. */
  tiers: number
  chosen: string[]
  /** How many of them wait for an answer to their request. */
  pending: number
  isDeciding: boolean
  onDecide: (kind: 'approved' | 'unapproved') => void
  onDecline: () => void
  onApproveUntil: () => void
  onDone: () => void
}

/** Bulk actions on the selected students. */
export function SelectedStudents({ course_id, tiers, chosen, pending, isDeciding, ...actions }: Props) {
  const { onDecide, onDecline, onApproveUntil, onDone } = actions
  const { t } = useTranslation('learning')
  const confirm = useConfirm()
  const [correcting, setCorrecting] = useState(false)
  const change = useChangeStudents(onDone)
  const remove = async () => {
    const sure = await confirm({
      title: t('remove.confirmTitle', { count: chosen.length }),
      text: t('remove.confirmText'),
      confirmLabel: t('students.remove'),
      danger: true,
    })
    if (sure) change.mutate({ course_id, remove_student_ids: chosen })
  }
  const count = t('students.chosen', { count: chosen.length })
  return (
    <Paper withBorder radius="lg" component="section" aria-label={count} className={classes.bar ?? ''}>
      <Group justify="space-between" gap="sm">
        <Text fw={600} role="status">
          {count}
        </Text>
        <Group gap="sm" className={classes.ways ?? ''}>
          <Button size="sm" loading={isDeciding} onClick={() => onDecide('approved')}>
            {t('approve.button')}
          </Button>
          {pending > 0 && (
            <Button size="sm" variant="default" disabled={isDeciding} onClick={onDecline}>
              {t('decline.chosen', { count: pending })}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={onApproveUntil}>
            {t('approve.until')}
          </Button>
          <Button size="sm" variant="default" disabled={isDeciding} onClick={() => onDecide('unapproved')}>
            {t('approve.unapprove')}
          </Button>
          <Button size="sm" variant="default" onClick={() => setCorrecting(true)}>
            {t('correct.open')}
          </Button>
          <SelectedStudentsGroups course_id={course_id} chosen={chosen} onDone={onDone} />
          {tiers > 0 && <TierMenu course_id={course_id} tiers={tiers} chosen={chosen} onDone={onDone} />}
          <Button
            size="sm"
            variant="subtle"
            color="error"
            loading={change.isPending}
            onClick={() => void remove()}
          >
            {t('students.remove')}
          </Button>
        </Group>
      </Group>
      <CorrectProgressDialog
        course_id={course_id}
        chosen={chosen}
        opened={correcting}
        onClose={() => setCorrecting(false)}
        onDone={onDone}
      />
    </Paper>
  )
}

function TierMenu({
  course_id,
  tiers,
  chosen,
  onDone,
}: Pick<Props, 'course_id' | 'tiers' | 'chosen' | 'onDone'>) {
  const { t } = useTranslation('learning')
  const give = useTiers(onDone)
  const choices = [null, ...Array.from({ length: tiers }, (_, index) => index + 1)]
  return (
    <Menu position="bottom-end" shadow="md" portalProps={{ target: '#main' }}>
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          loading={give.isPending}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('tier.give')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((tier) => (
          <Menu.Item key={tier ?? 0} onClick={() => give.mutate({ course_id, student_ids: chosen, tier })}>
            {tier === null ? t('tier.none') : t('tier.number', { tier })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
