import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { languageChoices, languageOr, type Language } from '#lib/languages/languages.ts'
import {
  wordingGroups,
  type Wording,
  type WordingGroup,
  type WordingText,
} from '#lib/wording/wording-texts.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { SettingsProps } from '../settings-page.tsx'
import { FillTexts } from './fill-texts.tsx'
import { useDefaultTexts, type DefaultTexts } from './use-default-texts.ts'

type WordingByLanguage = Partial<Record<Language, Wording>>

/** Texts as typed; blank ones keep the default. */
const toStored = (wording: WordingByLanguage) =>
  Object.fromEntries(
    Object.entries(wording).map(([language, texts]) => [
      language,
      Object.fromEntries(
        Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
      ),
    ]),
  )

/** Replaceable texts of one language at a time. Saves automatically. */
export function WordingSettings({ settings, save }: SettingsProps) {
  const { t } = useTranslation('schools')
  const [language, setLanguage] = useState(() => languageOr(settings.language))
  const [wording, setWording] = useState<WordingByLanguage>(settings.wording)
  const saving = useAutosave(wording, (next) => save({ wording: toStored(next) }))
  const defaults = useDefaultTexts(language)
  const own = wording[language] ?? {}
  const replace = (texts: Wording) =>
    setWording((current) => ({ ...current, [language]: { ...current[language], ...texts } }))
  return (
    <Stack gap="lg" maw={760}>
      <Group justify="space-between" align="flex-end">
        <SelectField
          name="wording_language"
          label={t('wording.language')}
          choices={languageChoices}
          allowDeselect={false}
          value={language as string | null}
          onChange={(chosen) => setLanguage(languageOr(chosen))}
        />
        <SaveState state={saving.state} onRetry={saving.flush} />
      </Group>
      {defaults.error && <ErrorState error={defaults.error} onRetry={defaults.refetch} />}
      {defaults.isPending && <FormSkeleton fields={6} />}
      {defaults.data && (
        <>
          <FillTexts key={language} language={language} defaults={defaults.data} onFill={replace} />
          {(Object.keys(wordingGroups) as WordingGroup[]).map((group) => (
            <TextGroup key={group} group={group} defaults={defaults.data} own={own} onChange={replace} />
          ))}
        </>
      )}
    </Stack>
  )
}

interface TextGroupProps {
  group: WordingGroup
  defaults: DefaultTexts
  own: Wording
  onChange: (texts: Wording) => void
}

/** One field for each default text: equal ones, such as a title and its button, are replaced together. */
function TextGroup({ group, defaults, own, onChange }: TextGroupProps) {
  const { t } = useTranslation('schools')
  const byText = Map.groupBy<string, WordingText>(wordingGroups[group], (name) => defaults[name])
  return (
    <Section title={t(`wording.groups.${group}`)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {[...byText].map(([text, names]) => (
          <TextField
            key={names[0]}
            name={names[0]!}
            label={text}
            maxLength={100}
            value={own[names[0]!] ?? ''}
            onChange={(replaced) => onChange(Object.fromEntries(names.map((name) => [name, replaced])))}
          />
        ))}
      </SimpleGrid>
    </Section>
  )
}
