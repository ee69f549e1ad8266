import { Group, Stack, Text } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { CheckboxGroup, CheckboxOption } from '#ui/form/fields/checkbox-group.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { scopeAreas, personalAreas, scopes } from '../scopes.ts'

interface Props {
  name: string
  value: string[]
  error: string | undefined
  onChange: (scopes: string[]) => void
}

/** Chooses the areas that a program may read and write. */
export function ScopesField({ name, value, error, onChange }: Props) {
  const { t } = useTranslation('api-clients')
  const isAll = value.length === scopes.length
  return (
    <CheckboxGroup
      label={t('scopes.label')}
      hint={t('scopes.hint')}
      error={error}
      value={value}
      onChange={onChange}
    >
      <Stack gap="md" mt="sm" {...(error && { 'data-bad': true })}>
        <Group>
          <Button variant="default" size="sm" onClick={() => onChange(isAll ? [] : [...scopes])}>
            {isAll ? t('scopes.none') : t('scopes.all')}
          </Button>
        </Group>
        {scopeAreas.map((area, index) => (
          <Group key={area} justify="space-between" gap="xs" role="group" aria-label={t(`areas.${area}`)}>
            <div style={{ flex: '1 1 14rem' }}>
              <Text fw={600}>{t(`areas.${area}`)}</Text>
              {personalAreas.includes(area) && (
                <Text size="sm" c="dimmed">
                  {t('scopes.personal')}
                </Text>
              )}
            </div>
            <Group gap="lg">
              {(['read', 'write'] as const)
                .filter((way) => scopes.includes(`${area}:${way}`))
                .map((way) => (
                  <CheckboxOption
                    key={way}
                    value={`${area}:${way}`}
                    {...(index === 0 && way === 'read' && { name })}
                    label={t(`scopes.${way}`)}
                    aria-label={t(`scopes.${way}Area`, { area: t(`areas.${area}`) })}
                    aria-invalid={error ? true : undefined}
                  />
                ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </CheckboxGroup>
  )
}
