import { useCallback } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import { hasText, useTranslation } from './use-translation.ts'

/** Text for a refusal: from the screen, else the shared text, else the message of the server. */
export function useErrorText() {
  const { t, i18n } = useTranslation('ui')
  const ofCode = useCallback(
    (code: string, otherwise: string, minutes = 1) => {
      const loaded = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {})
      const namespace = [...loaded.filter((name) => name !== 'ui'), 'ui'].find((name) =>
        i18n.exists(`errors.${code}`, { ns: name }),
      )
      return namespace ? i18n.t(`errors.${code}`, { ns: namespace, minutes }) : otherwise
    },
    [i18n],
  )
  const ofField = useCallback(
    (code: string, otherwise: string) => {
      const key = `fieldErrors.${code}`
      return hasText(i18n, 'ui', key) ? t(key) : ofCode(code, otherwise)
    },
    [i18n, t, ofCode],
  )
  return {
    errorText: ({ code, detail, problem }: ApiError) =>
      ofCode(code, detail, Math.ceil(Number(problem.retry_after_seconds ?? 60) / 60)),
    codeText: ofCode,
    fieldErrorText: ofField,
  }
}
