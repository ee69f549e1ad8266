import { Group, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import type { Language } from '#lib/languages/languages.ts'
import { commonWords, replaceWords, type WordPair } from '#lib/wording/replace-words.ts'
import { wordingTexts, type Wording } from '#lib/wording/wording-texts.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { DefaultTexts } from './use-default-texts.ts'

interface Props {
  language: Language
  defaults: DefaultTexts
  /** Called with a proposal for each text that contains a replaced word. */
  onFill: (texts: Wording) => void
}

/** Replaces words in all texts at once, as proposals to correct. The words themselves are not stored. */
export function FillTexts({ language, defaults, onFill }: Props) {
  const { t } = useTranslation('schools')
  const [words, setWords] = useState<Record<string, string>>({})
  const pairs = Object.entries(words).filter(([, replacement]) => replacement.trim() !== '')
  const fill = () => {
    const texts = proposals(defaults, pairs)
    onFill(texts)
    toast(t('wording.filled', { count: Object.keys(texts).length }))
  }
  return (
    <Section title={t('wording.words')} text={t('wording.wordsText')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {commonWords[language]!.map((word) => (
          <TextField
            key={word}
            name={`word_${word}`}
            label={t('wording.insteadOf', { word })}
            maxLength={40}
            value={words[word] ?? ''}
            onChange={(replacement) => setWords({ ...words, [word]: replacement })}
          />
        ))}
      </SimpleGrid>
      <Group>
        <Button disabled={pairs.length === 0} onClick={fill}>
          {t('wording.fill')}
        </Button>
      </Group>
    </Section>
  )
}

function proposals(defaults: DefaultTexts, pairs: readonly WordPair[]): Wording {
  const trimmed = pairs.map(([word, replacement]) => [word, replacement.trim()] as const)
  const changed = wordingTexts
    .map((name) => [name, replaceWords(defaults[name], trimmed)] as const)
    .filter(([name, text]) => text !== defaults[name])
  return Object.fromEntries(changed)
}
