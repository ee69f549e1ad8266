import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { transferLimits, type Drop } from '#lib/question-formats/index.ts'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { Button } from '#ui/components/button.tsx'
import { downloadFile } from '#ui/components/download-file.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { exportQuestions } from '../../contract.ts'
import { DropsTable } from './drops-table.tsx'
import { exportFormatNames, exportFormats, type ExportFormat, type ExportFormatName } from './file-formats.ts'
import { loadImages, type ExportedQuestion } from './load-images.ts'

interface Props {
  bank_id: string
  name: string
  onClose: () => void
}

/** Reads all questions of a bank and saves them as a file. */
export default function ExportDialog({ bank_id, name, onClose }: Props) {
  const { t } = useTranslation('question-banks')
  const { t: shared } = useTranslation('ui')
  const [format, setFormat] = useState<ExportFormatName>('moodle_xml')
  const { saved, isRunning, failure, save } = useExport({ bank_id, name, format })
  return (
    <Modal opened onClose={onClose} title={t('files.export.title')} size="lg">
      <Stack gap="lg">
        <Text>{t('files.export.text')}</Text>
        <SelectField
          label={t('files.format')}
          value={format}
          onChange={(value) => value && setFormat(value as ExportFormatName)}
          choices={exportFormatNames.map((value) => ({ value, label: t(`files.formats.${value}`) }))}
          data-autofocus
        />
        {failure && (
          <Text c="error" role="alert">
            {failure}
          </Text>
        )}
        {saved && <Text role="status">{t('files.export.done', { number: formatNumber(saved.number) })}</Text>}
        {saved && saved.dropped.length > 0 && <DropsTable dropped={saved.dropped} counted="question" />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('actions.close')}
          </Button>
          <Button loading={isRunning} onClick={() => void save()}>
            {t('files.export.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function useExport({ bank_id, name, format }: { bank_id: string; name: string; format: ExportFormatName }) {
  const { errorText } = useErrorText()
  const [saved, setSaved] = useState<{ number: number; dropped: Drop[] } | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async () => {
    setRunning(true)
    setFailure(null)
    setSaved(null)
    try {
      const questions = await readAll(bank_id)
      const { write, extension, mediaType, hasImages = false }: ExportFormat = exportFormats[format]
      const images = hasImages ? await loadImages(questions) : new Map()
      const { content, dropped } = await write(questions, images)
      downloadFile(new Blob([content], { type: mediaType }), `${fileName(name)}.${extension}`)
      setSaved({ number: questions.length, dropped })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(errorText(error))
    } finally {
      setRunning(false)
    }
  }
  return { saved, isRunning, failure, save }
}

async function readAll(bank_id: string) {
  const questions: ExportedQuestion[] = []
  let cursor: string | null = null
  do {
    const page: { data: ExportedQuestion[]; next_cursor: string | null } = await api(exportQuestions, {
      bank_id,
      limit: transferLimits.questions,
      ...(cursor !== null && { cursor }),
    })
    questions.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return questions
}

/** The name of a bank without characters that file systems refuse. */
const fileName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'questions'
