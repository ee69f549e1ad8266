import { Group, Stack, Text } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Gradebook } from '../model/use-grades.ts'
import type { ShownGrades } from '../model/shown-grades.ts'
import { percentText } from '../values/percent-text.ts'
import classes from './details.module.css'

type Setup = Pick<Gradebook, 'categories' | 'items'>

interface Props {
  book: Setup
  shown: Pick<ShownGrades, 'byItem' | 'total' | 'dropped' | 'label'>
  student?: string
  /** Of one category; absent for the course. */
  category_id?: string
  onClose?: () => void
}

/** How a total is computed. */
export function TotalSum({ book, shown, student, category_id, onClose }: Props) {
  const { t } = useTranslation(['gradebook', 'ui'])
  const category = book.categories.find(({ id }) => id === category_id)
  return (
    <Stack gap="sm">
      <div>
        <Text fw={640} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{category ? category.name : t('total')}</bdi>
        </Text>
        {student && (
          <Text size="sm" c="dimmed">
            <bdi>{student}</bdi>
          </Text>
        )}
      </div>
      {category ? (
        <CategorySum book={book} shown={shown} category={category} />
      ) : (
        <CourseSum book={book} shown={shown} />
      )}
      {onClose && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('ui:actions.close')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const amount = (value: number) => formatNumber(value, { maximumFractionDigits: 2 })

/** Each category with its percentage and its share in the total. */
export function CourseSum({ book, shown }: Pick<Props, 'book' | 'shown'>) {
  const { t } = useTranslation('gradebook')
  const { total, label } = shown
  const nameOf = new Map(book.categories.map(({ id, name }) => [id, name]))
  const counted = total.categories.filter(({ share, percent }) => share > 0 && percent !== null)
  if (counted.length === 0) return <Text c="dimmed">{t('sum.nothing')}</Text>
  return (
    <>
      <table className={classes.sum}>
        <tbody>
          {counted.map(({ category_id, percent, share }) => (
            <tr key={category_id}>
              <th scope="row">
                <bdi>{nameOf.get(category_id)}</bdi>
              </th>
              <td dir="ltr">
                {percentText(percent)} × {percentText(share)}
              </td>
              <td dir="ltr">{percentText((percent! * share) / 100)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td colSpan={2}>
              <span dir="ltr">{percentText(total.percent)}</span>
              {label && ` · ${label}`}
            </td>
          </tr>
        </tfoot>
      </table>
      <Text size="sm" c="dimmed">
        {t('sum.rounded')}
      </Text>
    </>
  )
}

interface CategorySumProps extends Pick<Props, 'book' | 'shown'> {
  category: Gradebook['categories'][number]
}

/** Each item of a category that counts, and those that do not, with the reason. */
function CategorySum({ book, shown, category }: CategorySumProps) {
  const { t } = useTranslation('gradebook')
  const result = shown.total.categories.find(({ category_id }) => category_id === category.id)
  const items = book.items.filter((item) => item.category_id === category.id)
  const stateOf = (id: string) => {
    const grade = shown.byItem.get(id)
    if (grade?.is_excused) return t('marks.excused')
    if (shown.dropped.has(id)) return t('marks.dropped')
    return null
  }
  if (!result || result.percent === null) return <Text c="dimmed">{t('sum.nothing')}</Text>
  return (
    <>
      <table className={classes.sum}>
        <tbody>
          {items.map(({ id, name, max_points, is_extra_credit, weight }) => {
            const points = shown.byItem.get(id)?.points ?? null
            const state = stateOf(id)
            if (points === null && !state) return null
            return (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                  {is_extra_credit && ` · ${t('extra')}`}
                  {state && ` · ${state}`}
                </th>
                <td dir="ltr">
                  {points === null ? '–' : amount(points)} / {amount(max_points)}
                  {weight !== 1 && ` × ${amount(weight)}`}
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('categoryTotal')}</th>
            <td dir="ltr">
              {amount(result.earned)} / {amount(result.possible)} = {percentText(result.percent)}
            </td>
          </tr>
        </tfoot>
      </table>
      <Text size="sm" c="dimmed">
        {t(category.method === 'mean' ? 'sum.mean' : 'sum.points')}
      </Text>
    </>
  )
}
