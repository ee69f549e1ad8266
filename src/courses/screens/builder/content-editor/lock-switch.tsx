import { Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Content } from '../outline-tree/outline-model.ts'
import type { ContentSaving } from './use-content-saving.ts'

interface Props {
  content: Content
  saving: ContentSaving
}

/** Lock of a content; changes at once, and reverts if the server refuses. */
export function LockSwitch({ content, saving }: Props) {
  const { t } = useTranslation('courses')
  const { errorText } = useErrorText()
  const [turned, setTurned] = useState<boolean | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const turn = async (is_locked: boolean) => {
    setRefusal(null)
    setTurned(is_locked)
    try {
      await saving.send({ is_locked })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'edit_conflict') setRefusal(errorText(error))
    } finally {
      setTurned(null)
    }
  }
  return (
    <div>
      <SwitchField
        label={t('editor.locked')}
        value={turned ?? content.is_locked}
        onChange={(on) => void turn(on)}
      />
      {refusal && (
        <Text c="error" size="sm" mt={6} role="alert">
          {refusal}
        </Text>
      )}
    </div>
  )
}
