import { Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { standardScales, type StandardScale } from '#lib/grades/index.ts'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GradebookDraft } from './gradebook-draft.ts'

const names = Object.keys(standardScales) as StandardScale[]

/** Labels of percentages: one of the usual scales, or steps of the course's own. */
export function ScaleFields({ form }: { form: ApiForm<GradebookDraft> }) {
  const { t } = useTranslation('gradebook')
  const { scale } = form.values
  const chosen = scaleName(scale)
  const error = form.errors.scale
  return (
    <Section title={t('scale.title')} text={t('scale.text')}>
      <NativeSelectField
        label={t('scale.choose')}
        name="scale"
        value={chosen}
        error={error}
        onChange={(value) => {
          if (value === 'own')
            form.set('scale', scale.length > 0 ? [...scale, { label: '', min_percent: 100 }] : ownScale)
          else form.set('scale', value === 'none' ? [] : [...standardScales[value as StandardScale]])
        }}
        choices={[
          { value: 'none', label: t('scale.none') },
          ...names.map((value) => ({ value, label: t(`scale.names.${value}`) })),
          { value: 'own', label: t('scale.own') },
        ]}
        maw={360}
      />
      {scale.length > 0 && chosen !== 'own' && (
        <Text size="sm" c="dimmed" dir="ltr">
          {scale.map(({ label, min_percent }) => `${label} ≥ ${min_percent} %`).join(' · ')}
        </Text>
      )}
      {chosen === 'own' && <OwnSteps form={form} />}
    </Section>
  )
}

/** Label and limit of each step. */
function OwnSteps({ form }: { form: ApiForm<GradebookDraft> }) {
  const { t } = useTranslation('gradebook')
  const { scale } = form.values
  return (
    <Stack gap="sm">
      {scale.map((step, index) => (
        <Group key={index} gap="sm" align="flex-end" wrap="nowrap">
          <TextField
            {...form.field(`scale.${index}.label`)}
            value={step.label}
            label={t('scale.label')}
            maxLength={20}
            required
            flex={1}
          />
          <NumberField
            {...form.field(`scale.${index}.min_percent`)}
            value={step.min_percent}
            onChange={(value: number | null) => form.set(`scale.${index}.min_percent`, value)}
            label={t('scale.from')}
            suffix=" %"
            min={0}
            max={1000}
            flex={1}
          />
          <IconButton
            label={t('setup.remove', { name: step.label || t('setup.unnamed') })}
            variant="default"
            size={44}
            onClick={() =>
              form.set(
                'scale',
                scale.filter((_, at) => at !== index),
              )
            }
          >
            <IconTrash size={18} aria-hidden />
          </IconButton>
        </Group>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={scale.length >= 50}
          onClick={() => form.set('scale', [...scale, { label: '', min_percent: null }])}
        >
          {t('scale.add')}
        </Button>
      </div>
    </Stack>
  )
}

const ownScale = [
  { label: '', min_percent: 50 },
  { label: '', min_percent: 0 },
]

/** The usual scale that has these steps. */
function scaleName(scale: GradebookDraft['scale']): StandardScale | 'none' | 'own' {
  if (scale.length === 0) return 'none'
  const text = JSON.stringify(scale.map(({ label, min_percent }) => [label, min_percent]))
  const isSame = (name: StandardScale) =>
    JSON.stringify(standardScales[name].map(({ label, min_percent }) => [label, min_percent])) === text
  return names.find(isSame) ?? 'own'
}
