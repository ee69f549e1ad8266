import { Anchor } from '@mantine/core'
import { useState } from 'react'
import type { listLegalDocuments } from '#consent/contract.ts'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import type { Rule } from '#ui/form/rules.ts'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Requires a ticked box. */
export const ticked: Rule = (value) => (value === true ? null : 'not_ticked')

export type LegalDocumentToAccept = ApiReply<typeof listLegalDocuments>['data'][number]

/** Legal texts to accept: as loaded with the page, or as returned by a refusal. */
export function useLegalDocumentsToAccept(given: readonly LegalDocumentToAccept[]) {
  const [texts, setTexts] = useState(given)
  return {
    texts,
    rules: Object.fromEntries(texts.map(({ kind }) => [`accepts.${kind}`, ticked])),
    accepted_documents: texts.map(({ kind, version }) => ({ kind, version })),
    /** Replaces the texts by those of a refusal; returns whether it contained any. */
    renew({ problem }: ApiError) {
      if (!Array.isArray(problem.texts)) return false
      setTexts(problem.texts as LegalDocumentToAccept[])
      return true
    },
  }
}

interface Props {
  form: Pick<ApiForm, 'toggle'>
  texts: readonly LegalDocumentToAccept[]
}

/** One unticked box per text. A text opens in another tab, so that no input is lost. */
export function AcceptLegalTexts({ form, texts }: Props) {
  const { t } = useTranslation('registration')
  return texts.map(({ kind, url }) => (
    <CheckboxField
      key={kind}
      {...form.toggle(`accepts.${kind}`)}
      label={t(`accept_${kind}`)}
      hint={
        <Anchor size="sm" underline="always" href={url} target="_blank" rel="noopener">
          {t(`read_${kind}`)}
        </Anchor>
      }
      required
    />
  ))
}
