import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { planPagePath, useIsPlanPageOpen, useUpgradeMail } from './plan-texts.ts'

/** Leads to the page of the plan. */
export const PlanLink = ({ label }: { label: string }) => (
  <Anchor underline="always" inherit renderRoot={(props: object) => <Link to={planPagePath} {...props} />}>
    {label}
  </Anchor>
)

/** Leads owners to the plans; others and schools of resellers write a mail. */
export function UpgradeLink() {
  const { t } = useTranslation('plans')
  const isOpen = useIsPlanPageOpen()
  const mail = useUpgradeMail()
  if (isOpen) return <PlanLink label={t('upgrade.see')} />
  return mail ? (
    <Anchor href={mail} underline="always" inherit>
      {t('upgrade.ask')}
    </Anchor>
  ) : null
}
