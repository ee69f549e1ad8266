import { Alert, Box, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconContrast2 } from '@tabler/icons-react'
import {
  checkPalette,
  colorNames,
  correctContrast,
  isPalette,
  type ColorName,
  type Palette,
  type ContrastIssue,
} from '#lib/theme/index.ts'
import { ColorField } from '#ui/form/fields/color-field.tsx'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './palette-fields.module.css'

interface Props {
  palette: Palette
  onChange: (palette: Palette) => void
}

/** The pairs with too little contrast; empty while a colour is incomplete. */
export function contrastIssuesOf(palette: Palette): ContrastIssue[] {
  const check = isPalette(palette) ? checkPalette(palette) : null
  return check && !check.ok ? check.issues : []
}

/** Fields for the five colours, with the pairs that lack contrast and the nearest valid colours. */
export function PaletteFields({ palette, onChange }: Props) {
  const { t } = useTranslation('palette')
  const issues = contrastIssuesOf(palette)
  const mend = (name: ColorName, color: string) => onChange({ ...palette, [name]: color })
  return (
    <>
      <Paper withBorder radius="lg" p="lg">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" style={{ alignItems: 'end' }}>
          {colorNames.map((name) => (
            <ColorField
              key={name}
              name={`theme.${name}`}
              label={t(`colours.${name}`)}
              hint={t(`colours.${name}Hint`)}
              value={palette[name]}
              onChange={(color) => mend(name, color)}
              error={issues.some((issue) => issue.color === name) ? t('faint') : undefined}
            />
          ))}
        </SimpleGrid>
      </Paper>
      <Repair
        issues={issues}
        onMend={mend}
        onMendAll={() => onChange(correctContrast(palette))}
        palette={palette}
      />
    </>
  )
}

interface RepairProps {
  issues: ContrastIssue[]
  palette: Palette
  onMend: (name: ColorName, color: string) => void
  onMendAll: () => void
}

/** Pairs with too little contrast, and the nearest valid colours. */
function Repair({ issues, palette, onMend, onMendAll }: RepairProps) {
  const { t } = useTranslation('palette')
  return (
    <div role="status">
      {issues.length > 0 && (
        <Alert color="warning" icon={<IconContrast2 aria-hidden />} title={t('notSaved')}>
          <Stack gap="sm">
            {issues.map(({ color, against, ratio, needed, nearest }) => (
              <Group key={`${color}/${against}`} gap="sm" justify="space-between">
                <Text size="sm">
                  {t('fault', {
                    color: t(`colours.${color}`),
                    against: t(`colours.${against}`),
                    ratio,
                    needed,
                  })}
                </Text>
                {nearest && (
                  <Button size="compact-md" variant="default" onClick={() => onMend(color, nearest)}>
                    <Swatches colors={[palette[color], nearest]} />
                    {t('use', { color: nearest })}
                  </Button>
                )}
              </Group>
            ))}
            {issues.length > 1 && (
              <div>
                <Button size="sm" onClick={onMendAll}>
                  {t('mendAll')}
                </Button>
              </div>
            )}
          </Stack>
        </Alert>
      )}
    </div>
  )
}

const Swatches = ({ colors }: { colors: string[] }) => (
  <span className={classes.swatches} aria-hidden="true">
    {colors.map((color) => (
      <Box key={color} component="span" bg={color} />
    ))}
  </span>
)
