import { Group, Stack } from '@mantine/core'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { PartField } from '../parts/part-field.tsx'
import { bodyField, keyField, type Editing, type TypeFieldsProps } from '../question-draft.ts'

/** Advice for the person who marks. */
function GuidanceField({ editing, guidance }: { editing: Editing; guidance: string }) {
  const { t } = useTranslation('question-editor')
  return (
    <PartField {...keyField(editing, 'guidance', guidance)} label={t('guidance')} hint={t('guidanceHint')} />
  )
}

export function EssayFields({ body, answers, editing }: TypeFieldsProps<'essay'>) {
  const { t } = useTranslation('question-editor')
  const words = { min: 0, max: 20_000 }
  return (
    <Stack gap="lg">
      <Group gap="md" align="flex-start">
        <NumberField
          {...bodyField<number | null>(editing, 'min_words', body.min_words)}
          {...words}
          label={t('minWords')}
        />
        <NumberField
          {...bodyField<number | null>(editing, 'max_words', body.max_words)}
          {...words}
          label={t('maxWords')}
          hint={t('maxWordsHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </Group>
      <SwitchField {...bodyField(editing, 'is_rich', body.is_rich)} label={t('isRich')} />
      <GuidanceField editing={editing} guidance={answers.guidance} />
    </Stack>
  )
}

export function FileUploadFields({ body, answers, editing }: TypeFieldsProps<'file_upload'>) {
  const { t } = useTranslation('question-editor')
  const extensions = bodyField(editing, 'extensions', body.extensions)
  return (
    <Stack gap="lg">
      <NumberField
        {...bodyField<number | null>(editing, 'max_files', body.max_files)}
        label={t('maxFiles')}
        min={1}
        max={20}
        maw={260}
      />
      <TagsField
        {...extensions}
        onChange={(typed) => extensions.onChange(typed.map((one) => one.replace(/^\W+/, '').toLowerCase()))}
        label={t('extensions')}
        hint={t('extensionsHint')}
        maxTags={30}
        maxLength={11}
      />
      <GuidanceField editing={editing} guidance={answers.guidance} />
    </Stack>
  )
}

const media = ['audio', 'video'] as const

export function RecordingFields({ body, answers, editing }: TypeFieldsProps<'recording'>) {
  const { t } = useTranslation('question-editor')
  return (
    <Stack gap="lg">
      <Group gap="md">
        <NativeSelectField
          {...bodyField<string>(editing, 'media', body.media)}
          label={t('media.label')}
          choices={media.map((value) => ({ value, label: t(`media.${value}`) }))}
        />
        <NumberField
          {...bodyField<number | null>(editing, 'max_seconds', body.max_seconds)}
          label={t('maxSeconds')}
          min={5}
          max={1_800}
        />
      </Group>
      <GuidanceField editing={editing} guidance={answers.guidance} />
    </Stack>
  )
}
