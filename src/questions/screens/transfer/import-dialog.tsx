import { Alert, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFileText, IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedPackage } from '#lib/question-formats/index.ts'
import { ApiError } from '#platform/client/api/api-error.ts'
import { invalidate } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { DropsTable } from './drops-table.tsx'
import {
  importFormats,
  maxFileBytes,
  readFileAs,
  readFileContent,
  type FileContent as Content,
  type ImportFormat,
} from './file-formats.ts'
import { newSending, sendPart, uploadImages, type Sending } from './send-questions.ts'

interface Props {
  bank_id: string
  onClose: () => void
}

interface ChosenFile {
  name: string
  source: Content
  format: ImportFormat
  content: ImportedPackage
}

/** Reads a file in the browser, shows what it contains, and sends its questions in parts. */
export default function ImportDialog({ bank_id, onClose }: Props) {
  const { t } = useTranslation('question-banks')
  const { file, problem, read, setFormat } = useFile()
  const { sending, isRunning, failure, run } = useSending(bank_id, onClose)
  const isStarted = sending !== null
  return (
    <Modal opened onClose={() => !isRunning && onClose()} title={t('files.import.title')} size="lg">
      <Stack gap="lg">
        <Text>{t('files.import.text')}</Text>
        {!isStarted && <ChooseButton onFile={(chosen) => void read(chosen)} name={file?.name} />}
        {problem && (
          <Text c="error" role="alert">
            {t(`files.import.${problem}`)}
          </Text>
        )}
        {file && <FileContent file={file} isStarted={isStarted} onFormat={setFormat} />}
        {sending && <SendingState sending={sending} failure={failure} />}
        <Group justify="flex-end" gap="sm">
          <CloseButton isRunning={isRunning} onClose={onClose} />
          {file && (
            <Button
              loading={isRunning}
              disabled={file.content.questions.length === 0}
              onClick={() => void run(file.content)}
            >
              {isStarted
                ? t('files.import.again')
                : t('files.import.submit', { number: formatNumber(file.content.questions.length) })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** The chosen file with its content. */
function useFile() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<'tooLarge' | 'notText' | null>(null)
  const choose = async (name: string, source: Content, format: ImportFormat) =>
    setFile({ name, source, format, content: await readFileAs(format, source) })
  const read = async (chosen: File | null) => {
    if (!chosen) return
    setFile(null)
    if (chosen.size > maxFileBytes) return setProblem('tooLarge')
    const found = await readFileContent(chosen)
    setProblem(found ? null : 'notText')
    if (found) await choose(chosen.name, found.content, found.format)
  }
  const setFormat = (format: ImportFormat) => file && void choose(file.name, file.source, format)
  return { file, problem, read, setFormat }
}

function CloseButton({ isRunning, onClose }: { isRunning: boolean; onClose: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Button variant="default" disabled={isRunning} onClick={onClose}>
      {t('actions.cancel')}
    </Button>
  )
}

function ChooseButton({ onFile, name }: { onFile: (file: File | null) => void; name: string | undefined }) {
  const { t } = useTranslation('question-banks')
  return (
    <Group>
      <FileButton
        accept=".xml,.gift,.txt,.csv,.zip,text/plain,text/csv,application/xml,application/zip"
        onChange={onFile}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileText size={18} aria-hidden />}>
            {t('files.import.choose')}
          </Button>
        )}
      </FileButton>
      {name && (
        <Text style={{ overflowWrap: 'anywhere' }} dir="auto">
          {name}
        </Text>
      )}
    </Group>
  )
}

interface ContentProps {
  file: ChosenFile
  isStarted: boolean
  onFormat: (format: ImportFormat) => void
}

function FileContent({ file, isStarted, onFormat }: ContentProps) {
  const { t } = useTranslation('question-banks')
  const { questions, dropped, more_dropped } = file.content
  return (
    <>
      <SelectField
        label={t('files.format')}
        value={file.format}
        disabled={isStarted}
        onChange={(format) => format && onFormat(format as ImportFormat)}
        // An archive is a package, whatever else.
        choices={importFormats
          .filter((value) => file.source.text !== null || value === 'qti')
          .map((value) => ({ value, label: t(`files.formats.${value}`) }))}
      />
      <Alert
        color={questions.length > 0 ? 'success' : 'warning'}
        icon={<IconInfoCircle aria-hidden />}
        role="status"
      >
        {t('files.import.found', { number: formatNumber(questions.length) })}
      </Alert>
      {dropped.length > 0 && <DropsTable dropped={dropped} more={more_dropped} counted="line" />}
    </>
  )
}

function SendingState({ sending, failure }: { sending: Sending; failure: string | null }) {
  const { t } = useTranslation('question-banks')
  const { created, refused, rest } = sending
  const done = created + refused.length
  return (
    <Stack gap="xs">
      <Progress
        value={(done / Math.max(1, done + rest.length)) * 100}
        aria-label={t('files.import.progress')}
      />
      <Text role="status">{t('files.import.created', { number: formatNumber(created) })}</Text>
      {refused.length > 0 && (
        <Text c="error">{t('files.import.refused', { names: refused.slice(0, 5).join(', ') })}</Text>
      )}
      {failure && (
        <Text c="error" role="alert">
          {failure}
        </Text>
      )}
    </Stack>
  )
}

/** Sends the questions of a file part by part. After a failure, it goes on where it stopped. */
function useSending(bank_id: string, onClose: () => void) {
  const { t } = useTranslation('question-banks')
  const { errorText } = useErrorText()
  const cache = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (content: ImportedPackage) => {
    if (isRunning) return
    setRunning(true)
    setFailure(null)
    let state = sending ?? newSending(bank_id, content)
    setSending(state)
    try {
      while (state.rest.length > 0) {
        state = await uploadImages(state)
        setSending(state)
        state = await sendPart(state)
        setSending(state)
      }
      toast(t('files.import.done', { number: formatNumber(state.created) }))
      if (state.refused.length === 0) onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(errorText(error))
    } finally {
      setRunning(false)
      await invalidate(cache, [
        contract.listQuestions,
        contract.listQuestionTags,
        contract.listQuestionBanks,
        contract.getQuestionBank,
      ])
    }
  }
  return { sending, isRunning, failure, run }
}
