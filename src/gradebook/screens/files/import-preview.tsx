import { Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../../contract.ts'
import type { GradeItem } from '../model/use-grades.ts'
import classes from './files.module.css'

type Preview = ApiReply<typeof contract.importGrades>

interface Props {
  preview: Preview
  items: readonly GradeItem[]
  isBusy: boolean
  onApply: () => void
}

/** What an import changes, and what it refuses: the problems first. */
export function ImportPreview(props: Props) {
  const { t } = useTranslation('gradebook')
  const { unknown_columns, refused_count } = props.preview
  return (
    <>
      {unknown_columns.length > 0 && (
        <Section title={t('import.unknown')} text={t('import.unknownText')}>
          <ul className={classes.list}>
            {unknown_columns.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {refused_count > 0 && <RefusedGrades {...props} />}
      <ChangedGrades {...props} />
    </>
  )
}

const nameOf = (items: Props['items'], id: string) => items.find((item) => item.id === id)?.name

function RefusedGrades({ preview: { refused, refused_count }, items }: Props) {
  const { t } = useTranslation('gradebook')
  return (
    <Section
      title={t('import.refused', { shown: formatNumber(refused_count) })}
      text={t('import.refusedText')}
    >
      <ul className={classes.list}>
        {refused.map((row) => (
          <li key={`${row.line} ${row.item_id}`}>
            <strong>
              <bdi>{row.student}</bdi>
              {row.item_id && (
                <>
                  {', '}
                  <bdi>{nameOf(items, row.item_id)}</bdi>
                </>
              )}
            </strong>{' '}
            <Text span size="sm" c="dimmed">
              {t('import.line', { line: row.line })}
            </Text>
            <Text size="sm">
              {t(`import.codes.${row.code}`, {
                value: row.value,
                name: row.changed_by_name ?? t('history.unknown'),
              })}
            </Text>
          </li>
        ))}
      </ul>
      <More listed={refused.length} count={refused_count} />
    </Section>
  )
}

function ChangedGrades({ preview, items, isBusy, onApply }: Props) {
  const { t } = useTranslation('gradebook')
  const { changed, changed_count, unchanged_count } = preview
  const shown = formatNumber(changed_count)
  return (
    <Section
      title={t('import.changed', { shown })}
      text={t('import.unchanged', { shown: formatNumber(unchanged_count) })}
    >
      {changed_count === 0 && <Text c="dimmed">{t('import.nothing')}</Text>}
      <ul className={classes.list}>
        {changed.map((row) => (
          <li key={`${row.student_id} ${row.item_id}`} className={classes.change}>
            <span className={classes.name}>
              <strong>
                <bdi>{row.student}</bdi>
              </strong>{' '}
              <bdi>{nameOf(items, row.item_id)}</bdi>
            </span>
            <Values before={row.before} after={row.after} />
          </li>
        ))}
      </ul>
      <More listed={changed.length} count={changed_count} />
      {changed_count > 0 && (
        <div>
          <Button loading={isBusy} onClick={onApply}>
            {t('import.apply', { shown })}
          </Button>
        </div>
      )}
    </Section>
  )
}

type Value = Preview['changed'][number]['before']

function Values({ before, after }: { before: Value; after: Value }) {
  const { t } = useTranslation('gradebook')
  const textOf = ({ points, is_excused }: Value) => {
    if (is_excused) return t('marks.excused')
    return points === null ? t('history.noPoints') : formatNumber(points, { maximumFractionDigits: 4 })
  }
  return (
    <span className={classes.values}>
      <del>{textOf(before)}</del> <span aria-hidden>→</span> <ins>{textOf(after)}</ins>
    </span>
  )
}

function More({ listed, count }: { listed: number; count: number }) {
  const { t } = useTranslation('gradebook')
  if (count <= listed) return null
  return <Text c="dimmed">{t('import.more', { shown: formatNumber(listed) })}</Text>
}
