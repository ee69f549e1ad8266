import { Code, Group, SimpleGrid, Stack } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { CheckboxGroup, CheckboxOption } from '#ui/form/fields/checkbox-group.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { eventTypes, type EventType } from '../events/event-types.ts'

interface Props {
  name: string
  value: string[]
  error: string | undefined
  onChange: (types: string[]) => void
}

/** A dot in a key would mean a nested text. */
type Underscored<Type extends string> = Type extends `${infer Subject}.${infer Verb}`
  ? `${Subject}_${Verb}`
  : never

const eventMessageKey = <Type extends EventType>(type: Type) => type.replace('.', '_') as Underscored<Type>

/** The events that an endpoint subscribes to. */
export function EventsField({ name, value, error, onChange }: Props) {
  const { t } = useTranslation('webhooks')
  const isAll = value.length === eventTypes.length
  return (
    <CheckboxGroup label={t('fields.events')} error={error} value={value} onChange={onChange}>
      <Stack gap="md" mt="sm" {...(error && { 'data-bad': true })}>
        <Group>
          <Button variant="default" size="sm" onClick={() => onChange(isAll ? [] : [...eventTypes])}>
            {isAll ? t('fields.noEvents') : t('fields.allEvents')}
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {eventTypes.map((type, index) => (
            <CheckboxOption
              key={type}
              value={type}
              {...(index === 0 && { name, 'data-group': t('fields.events') })}
              label={t(`events.${eventMessageKey(type)}`)}
              description={<Code dir="ltr">{type}</Code>}
              aria-invalid={error ? true : undefined}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </CheckboxGroup>
  )
}
