import { Anchor, Badge, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { countryName } from '#lib/countries/countries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatBytes, formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { PlanBadges } from './schools-table.tsx'

const PlanDialog = lazy(() => import('./plan-dialog.tsx'))

export type School = ApiReply<typeof contract.getSchool>

/** One school: size, owners and plan. */
export default function SchoolScreen() {
  const { t } = useTranslation('console')
  const { school_id = '' } = useParams()
  const [isChanging, setChanging] = useState(false)
  const { data: school, error, refetch } = useApiQuery(contract.getSchool, { school_id })
  return (
    <Stack gap="lg">
      <PageHeading
        title={school?.name ?? t('school.title')}
        crumbs={[{ label: t('schools.title'), to: '/console' }]}
        text={school && <Anchor href={school.url}>{new URL(school.url).host}</Anchor>}
        actions={
          school && (
            <>
              <LinkButton to={`/console/audit?school_id=${school_id}`} variant="default">
                {t('school.log')}
              </LinkButton>
              <LinkButton to={`/console/schools/${school_id}/payouts`} variant="default">
                {t('school.payouts')}
              </LinkButton>
              <Button onClick={() => setChanging(true)}>{t('school.changePlan')}</Button>
            </>
          )
        }
      />
      {error && !school && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!school && !error && <CardSkeleton cards={4} />}
      {school && <Facts school={school} />}
      {school && isChanging && (
        <Suspense>
          <PlanDialog school={school} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

function Facts({ school }: { school: School }) {
  return (
    <Stack gap="lg">
      <Figures school={school} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Plan school={school} />
        <About school={school} />
      </SimpleGrid>
    </Stack>
  )
}

/** The server does not count beyond this. */
const maxCounted = 10_000
const counted = (value: number) => `${formatNumber(value)}${value >= maxCounted ? '+' : ''}`

function Figures({ school: { stats, limits } }: { school: School }) {
  const { t } = useTranslation('console')
  const of = (max: string | undefined) => (max ? t('school.of', { max }) : undefined)
  const cards = [
    {
      label: t('school.students'),
      value: counted(stats.students),
      note: of(limits ? formatNumber(limits.students) : undefined),
    },
    { label: t('school.staff'), value: counted(stats.staff) },
    { label: t('school.courses'), value: counted(stats.courses) },
    { label: t('school.enrolments'), value: counted(stats.enrolments) },
    {
      label: t('school.storage'),
      value: formatBytes(stats.storage_bytes),
      note: of(limits ? formatBytes(limits.storage_bytes) : undefined),
    },
  ]
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} component="dl" m={0}>
      {cards.map(({ label, value, note }) => (
        <Paper key={label} withBorder radius="lg" p="md">
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz="xl" fw={680}>
            {value}{' '}
            {note && (
              <Text span size="sm" c="dimmed" fw={400}>
                {note}
              </Text>
            )}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

function Plan({ school }: { school: School }) {
  const { t } = useTranslation('console')
  return (
    <Section title={t('school.plan')}>
      <PlanBadges school={school} />
      <Fact label={t('school.approval')}>
        {t(
          school.plan_name === 'commission' && !school.allow_manual_student_approval
            ? 'school.approvalAtOnce'
            : 'school.approvalByStaff',
        )}
      </Fact>
      <Fact label={t('school.reseller')}>{school.reseller_root_domain ?? t('school.none')}</Fact>
      <Fact label={t('school.flags')}>
        {school.flags.length === 0 ? (
          t('school.none')
        ) : (
          <Group gap={6}>
            {school.flags.map((flag) => (
              <Badge key={flag} variant="light" tt="none" dir="ltr">
                {flag}
              </Badge>
            ))}
          </Group>
        )}
      </Fact>
    </Section>
  )
}

function About({ school }: { school: School }) {
  const { t, i18n } = useTranslation('console')
  const { owners, created_at, custom_domain, country, stats } = school
  return (
    <Section title={t('school.about')}>
      <Fact label={t('school.owners')}>
        {owners.length === 0
          ? t('school.none')
          : owners.map((owner) => (
              <Text key={owner.id} style={{ overflowWrap: 'anywhere' }}>
                {owner.name} ·{' '}
                <Anchor
                  renderRoot={(props: object) => (
                    <Link to={`/console/audit?actor_id=${owner.id}`} {...props} />
                  )}
                >
                  {owner.email}
                </Anchor>
              </Text>
            ))}
      </Fact>
      <Fact label={t('schools.created')}>
        <Time at={created_at} style="date" />
      </Fact>
      <Fact label={t('schools.country')}>{country && countryName(country, i18n.language)}</Fact>
      <Fact label={t('school.domain')}>{custom_domain ?? t('school.none')}</Fact>
      <Fact label={t('school.lastVisit')}>
        {stats.last_visit_at ? <Time at={stats.last_visit_at} style="relative" /> : t('school.none')}
      </Fact>
    </Section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  )
}
