import type { ReactNode } from 'react'
import type { UploadFile } from '#tenancy/client/uploads/upload.ts'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { FileUpload } from '../upload/file-upload.tsx'
import { useCropping, type CropOptions } from './use-cropping.tsx'
import classes from '../upload/file-upload.module.css'

/** A stored image: its id, and its address for display. */
export interface StoredImage {
  upload_id: string | null
  url: string
}

interface Props {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  name?: string
  value: StoredImage | null
  onChange: (image: StoredImage | null) => void
  send: UploadFile
  maxBytes?: number
  /** Lets the user crop the image. */
  crop?: CropOptions
}

/** Uploads one image and shows it as soon as it is stored. */
export function ImageField({ value, onChange, send, maxBytes = 10_000_000, required, crop, ...rest }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const cropping = useCropping(send, crop)
  return (
    <FileUpload
      {...rest}
      required={required ?? false}
      send={cropping.send}
      maxBytes={maxBytes}
      accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
      onDone={({ upload_id, url }) => onChange({ upload_id, url })}
      chooseLabel={t(value ? 'kit:upload.replace' : 'kit:upload.chooseImage')}
      action={
        value &&
        !required && (
          <Button variant="subtle" color="error" px="xs" onClick={() => onChange(null)}>
            {t('actions.remove')}
          </Button>
        )
      }
    >
      {value && <img src={value.url} alt="" className={classes.image} />}
      {cropping.dialog}
    </FileUpload>
  )
}
