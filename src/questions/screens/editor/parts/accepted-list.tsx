import { Group, Input, Stack } from '@mantine/core'
import { useId } from 'react'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { fieldAt, type Editing } from '../question-draft.ts'
import { AddButton } from './add-button.tsx'
import { PercentField } from './percent-field.tsx'
import { RemoveButton } from './remove-button.tsx'
import classes from '../question-editor.module.css'

interface Accepted {
  text: string
  fraction: number
}

interface Props {
  accepted: readonly Accepted[]
  /** Path of the list in the form. */
  path: string
  editing: Editing
  max: number
}

/** Texts that count as right, each with its share of the points. */
export function AcceptedList({ accepted, path, editing, max }: Props) {
  const { t } = useTranslation('question-editor')
  const id = useId()
  const error = editing.errors[path]
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={classes.listTitle}>
        {t('accepted')}
      </h3>
      <Input.Description>{t('acceptedHint')}</Input.Description>
      {error && <Input.Error>{error}</Input.Error>}
      <Stack gap="sm" mt="xs">
        {accepted.map((one, at) => (
          <Group key={at} gap="sm" align="flex-end" wrap="wrap">
            <TextField
              {...fieldAt(editing, `${path}.${at}.text`, one.text)}
              label={t('acceptedAnswer', { number: at + 1 })}
              dir="auto"
              maxLength={1_000}
              className={classes.grow ?? ''}
            />
            <PercentField {...fieldAt(editing, `${path}.${at}.fraction`, one.fraction)} label={t('share')} />
            <RemoveButton
              name={t('acceptedAnswer', { number: at + 1 })}
              size="xl"
              disabled={accepted.length === 1}
              onClick={() => editing.set(path, accepted.toSpliced(at, 1))}
            />
          </Group>
        ))}
        <AddButton
          disabled={accepted.length >= max}
          onClick={() => editing.set(path, [...accepted, { text: '', fraction: 1 }])}
        >
          {t('addAccepted')}
        </AddButton>
      </Stack>
    </div>
  )
}
