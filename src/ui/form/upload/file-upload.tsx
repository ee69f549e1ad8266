import { Button, Group, Input, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import type { UploadFile, UploadedFile } from '#tenancy/client/uploads/upload.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'
import classes from './file-upload.module.css'

interface Props {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  send: UploadFile
  accept: string
  maxBytes: number
  onDone: (file: UploadedFile, original: File) => void
  /** Current content: an image, a file name or a player. */
  children?: ReactNode
  chooseLabel?: string
  /** Action beside the button that selects a file. */
  action?: ReactNode
  name?: string
}

/** Accepts a file by button or drop, uploads it at once and shows progress. */
export function FileUpload(props: Props) {
  const { label, hint, error, required, disabled, accept, onDone, children, chooseLabel, action, name } =
    props
  const { t } = useTranslation(['ui', 'kit'])
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const upload = useUpload({ send: props.send, accept, maxBytes: props.maxBytes, onDone })
  const errorMessage = upload.problem ?? error
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) void upload.start(file)
  }
  return (
    <Input.Wrapper
      label={label}
      description={hint}
      error={errorMessage}
      withAsterisk={required ?? false}
      id={id}
      labelElement="div"
      size="md"
      {...(errorMessage && { 'data-bad': true })}
    >
      <div
        className={classes.zone}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
        {upload.sending ? (
          <UploadProgress sending={upload.sending} onCancel={upload.cancel} />
        ) : (
          <Group gap="sm">
            <Button
              type="button"
              variant="default"
              disabled={disabled ?? false}
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={() => input.current?.click()}
              aria-describedby={errorMessage ? `${id}-error` : undefined}
              name={name}
            >
              {chooseLabel ?? (children ? t('kit:upload.replace') : t('kit:upload.choose'))}
            </Button>
            {action}
            <Text size="sm" c="dimmed" visibleFrom="sm">
              {t('kit:upload.drop')}
            </Text>
          </Group>
        )}
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) void upload.start(file)
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
