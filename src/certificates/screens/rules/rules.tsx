import { Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import classes from './rules.module.css'

const RuleDialog = lazy(() => import('./rule-dialog.tsx'))

export type Rule = ApiReply<typeof contract.listCertificateRules>['data'][number]

interface Props {
  template: { id: string; course_id: string | null; course_title: string | null }
}

/** Rules by which the certificate is issued without a person. */
export function Rules({ template }: Props) {
  const { t } = useTranslation('certificate-designer')
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={t('rules.title')}
      text={t('rules.text')}
      aside={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('rules.add')}
        </Button>
      }
    >
      <RuleList id={template.id} />
      <Suspense>{isAdding && <RuleDialog template={template} onClose={() => setAdding(false)} />}</Suspense>
    </Section>
  )
}

function RuleList({ id }: { id: string }) {
  const { t } = useTranslation('certificate-designer')
  const list = useApiPages(contract.listCertificateRules, { id, limit: 50 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton rows={2} />
  if (list.rows.length === 0) return <Text c="dimmed">{t('rules.none')}</Text>
  return (
    <>
      <ul className={classes.rules} aria-label={t('rules.title')}>
        {list.rows.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
      <ListFooter pages={list} />
    </>
  )
}

function RuleRow({ rule }: { rule: Rule }) {
  const { t } = useTranslation('certificate-designer')
  const { course_name, content_title, min_score } = rule
  return (
    <li className={classes.rule}>
      <div className={classes.words}>
        <Text fw={600} dir="auto">
          {course_name || t('rules.deletedCourse')}
        </Text>
        <Text size="sm" c="dimmed">
          {min_score === null
            ? t('rules.completes')
            : t('rules.reaches', { score: formatNumber(min_score), assessment: content_title ?? '' })}
        </Text>
      </div>
      <DeleteRule rule={rule} />
    </li>
  )
}

function DeleteRule({ rule: { id, course_name } }: { rule: Rule }) {
  const { t } = useTranslation('certificate-designer')
  const course = course_name || t('rules.deletedCourse')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const remove = useApiMutation(contract.deleteCertificateRule, {
    invalidates: [contract.listCertificateRules],
    onSuccess: () => toast(t('rules.deleted')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const question = { title: t('rules.delete', { course }), text: t('rules.deleteText'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('rules.deleteConfirm') })) remove.mutate({ id })
  }
  return (
    <IconButton
      label={t('rules.delete', { course })}
      variant="subtle"
      color="error"
      size={44}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={20} aria-hidden />
    </IconButton>
  )
}
