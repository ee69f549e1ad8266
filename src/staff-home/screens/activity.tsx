import { Group, SimpleGrid, Table } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { BarChart } from '#ui/components/bar-chart.tsx'
import { Button } from '#ui/components/button.tsx'
import { downloadFile } from '#ui/components/download-file.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { formatTime } from '#ui/components/formatting/format-time.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { getStaffHome } from '../contract.ts'
import classes from './home.module.css'

type Day = ApiReply<typeof getStaffHome>['activity'][number]

const measures = ['completed_contents', 'new_students'] as const

/** The last 30 days as charts or as a table with the same numbers. */
export function Activity({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('staff-home')
  const [asTable, setAsTable] = useState(false)
  // A day has no zone: it is the date at the school.
  const dateOf = (day: string) =>
    formatTime(new Date(`${day}T00:00:00Z`), { style: 'date', language: i18n.language, zone: 'UTC' })
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <Section
      title={t('activity.title')}
      aside={
        <Group gap="xs">
          <Button
            variant="subtle"
            size="sm"
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'activity.asChart' : 'activity.asTable')}
          </Button>
          <ExportButton days={days} />
        </Group>
      }
    >
      {asTable ? <DayTable days={days} dateOf={dateOf} /> : <Charts days={days} dateOf={dateOf} />}
    </Section>
  )
}

function ExportButton({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('staff-home')
  const save = () => {
    const header = [t('activity.day'), ...measures.map((measure) => t(`activity.${measure}`))]
    const lines = days.map((day) => [day.day, ...measures.map((measure) => day[measure])])
    const text = byteOrderMark + [header, ...lines].map(csvLine).join('')
    downloadFile(new Blob([text], { type: 'text/csv' }), 'activity.csv')
  }
  return (
    <Button variant="subtle" size="sm" leftSection={<IconDownload size={18} aria-hidden />} onClick={save}>
      {t('activity.save')}
    </Button>
  )
}

interface DaysProps {
  days: readonly Day[]
  /** Formats a day of the school. */
  dateOf: (day: string) => string
}

function Charts({ days, dateOf }: DaysProps) {
  const { t } = useTranslation('staff-home')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      {measures.map((measure) => (
        <BarChart
          key={measure}
          title={t(`activity.${measure}`)}
          summary={t('activity.total', {
            total: formatNumber(days.reduce((sum, day) => sum + day[measure], 0)),
          })}
          bars={days.map((day) => ({ key: day.day, label: dateOf(day.day), value: day[measure] }))}
          from={days[0] ? dateOf(days[0].day) : ''}
          until={t('activity.today')}
        />
      ))}
    </SimpleGrid>
  )
}

function DayTable({ days, dateOf }: DaysProps) {
  const { t } = useTranslation('staff-home')
  return (
    // A scrolled area needs the focus, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.dayTable} role="group" tabIndex={0} aria-label={t('activity.title')}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('activity.day')}</Table.Th>
            {measures.map((measure) => (
              <Table.Th key={measure} ta="end">
                {t(`activity.${measure}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Th scope="row" fw={400}>
                {dateOf(day.day)}
              </Table.Th>
              {measures.map((measure) => (
                <Table.Td key={measure} ta="end">
                  {formatNumber(day[measure])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
