import { useState } from 'react'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { chooseDensity, densities, storedDensity, type Density } from '#ui/theme/density.ts'

/** Height of the rows of tables, stored in this browser: it depends on the screen. */
export function DensityField() {
  const { t } = useTranslation(['accounts', 'people'])
  const [density, setDensity] = useState<string>(storedDensity)
  return (
    <RadioField
      name="density"
      label={t('people:profile.density')}
      hint={t('people:profile.densityHint')}
      value={density}
      onChange={(value) => {
        setDensity(value)
        chooseDensity(value as Density)
      }}
      choices={densities.map((value) => ({ value, label: t(`people:profile.${value}`) }))}
    />
  )
}
