import { Group, Input, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { FieldProps } from '#ui/form/form-state.ts'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { SettingsValues } from './settings-values.ts'
import classes from './settings.module.css'

type Reviews = SettingsValues['course_reviews']
type Props = Pick<FieldProps<Reviews>, 'value' | 'onChange' | 'error'>

/** Testimonials on the landing page. */
export function ReviewsField({ value, onChange, error }: Props) {
  const { t } = useTranslation('courses')
  const change = (index: number, review: Partial<Reviews[number]>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...review } : one)))
  return (
    <Input.Wrapper label={t('fields.course_reviews')} labelElement="div" error={error} size="md">
      <Stack gap="sm" mt={4}>
        {value.map((review, index) => (
          // A testimonial has no id; it is identified by its position.
          // oxlint-disable-next-line react/no-array-index-key
          <Stack key={index} gap="sm" className={classes.review ?? ''}>
            <Group align="flex-end" wrap="nowrap" gap="sm">
              <TextField
                label={t('reviews.name')}
                flex={1}
                maxLength={120}
                value={review.name}
                onChange={(name) => change(index, { name })}
              />
              <IconButton
                label={t('reviews.remove', { name: review.name })}
                color="error"
                size="input-md"
                onClick={() => onChange(value.toSpliced(index, 1))}
              >
                <IconTrash size={18} aria-hidden />
              </IconButton>
            </Group>
            <TextArea
              label={t('reviews.text')}
              autosize
              minRows={2}
              maxLength={2_000}
              value={review.review}
              onChange={(text) => change(index, { review: text })}
            />
          </Stack>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          disabled={value.length >= 100}
          onClick={() => onChange([...value, { name: '', rating: 5, review: '' }])}
        >
          {t('reviews.add')}
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}
