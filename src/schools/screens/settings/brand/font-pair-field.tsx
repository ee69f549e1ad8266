import { Radio, SimpleGrid } from '@mantine/core'
import { fontPairNames, fontPairs, fontStack, type FontPairName } from '#lib/theme/index.ts'
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
    <Radio.Group
      name="font_pair"
      aria-label={t('brand.fonts')}
      value={value}
      onChange={(next) => onChange(next as FontPairName)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 1 }} spacing="sm">
        {fontPairNames.map((name) => {
          const { heading, body } = fontPairs[name]
          return (
            <Radio.Card
              key={name}
              value={name}
              className={classes.card ?? ''}
              aria-label={t(`fontPairs.${name}`)}
            >
              <Radio.Indicator />
              <span className={classes.sample}>
                <strong style={{ fontFamily: fontStack(heading) }}>{t(`fontPairs.${name}`)}</strong>
                <span style={{ fontFamily: fontStack(body) }}>{t('brand.fontSample')}</span>
                <small>{heading === body ? heading : `${heading} + ${body}`}</small>
              </span>
            </Radio.Card>
          )
        })}
      </SimpleGrid>
    </Radio.Group>
  )
}
