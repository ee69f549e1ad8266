import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Recovery codes, shown once, with buttons to save them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation(['accounts', 'second-factor'])
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast(t('second-factor:copied')),
      () => toast(t('second-factor:notCopied'), 'error'),
    )
  return (
    <Stack gap="md">
      <Paper withBorder radius="md" p="md">
        <SimpleGrid component="ul" cols={2} spacing="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {codes.map((code) => (
            <Text component="li" key={code} ff="monospace" ta="center">
              {code}
            </Text>
          ))}
        </SimpleGrid>
      </Paper>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('second-factor:copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => download(codes)}
        >
          {t('second-factor:download')}
        </Button>
      </Group>
    </Stack>
  )
}

function download(codes: readonly string[]) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }))
  link.download = `recovery-codes-${location.hostname}.txt`
  link.click()
  URL.revokeObjectURL(link.href)
}
