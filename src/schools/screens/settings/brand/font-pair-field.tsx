import { SimpleGrid } from '@mantine/core'
import { fontPairNames, fontPairs, fontStack, type FontPairName } from '#lib/theme/index.ts'
import { RadioCard, RadioCards } from '#ui/form/fields/radio-cards.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './font-pair-field.module.css'

interface Props {
  value: FontPairName
  onChange: (value: FontPairName) => void
}

/** The five font pairs, each shown in its own fonts. */
export function FontPairField({ value, onChange }: Props) {
  const { t } = useTranslation('schools')
  return (
    <RadioCards name="font_pair" label={t('brand.fonts')} value={value} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 1 }} spacing="sm">
        {fontPairNames.map((name) => {
          const { heading, body } = fontPairs[name]
          return (
            <RadioCard key={name} value={name} className={classes.card ?? ''} label={t(`fontPairs.${name}`)}>
              <span className={classes.sample}>
                <strong style={{ fontFamily: fontStack(heading) }}>{t(`fontPairs.${name}`)}</strong>
                <span style={{ fontFamily: fontStack(body) }}>{t('brand.fontSample')}</span>
                <small>{heading === body ? heading : `${heading} + ${body}`}</small>
              </span>
            </RadioCard>
          )
        })}
      </SimpleGrid>
    </RadioCards>
  )
}
