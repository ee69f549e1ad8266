import { useState, type ReactNode } from 'react'
import type { UploadFile } from '#tenancy/client/uploads/upload.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { CropRegion } from './crop-region.ts'
import { ImageCropper } from './image-cropper.tsx'

export interface CropOptions {
  /** Width divided by height. */
  ratio: number
  /** Maximum width in pixels; the server stores no more. */
  width?: number
}

interface Asking {
  bitmap: ImageBitmap
  src: string
  answer: (cropRect: CropRegion | null) => void
}

/** Uploads the region that the user selects in a dialog if `crop` is set; else the unchanged file. */
export function useCropping(
  send: UploadFile,
  crop: CropOptions | undefined,
): { send: UploadFile; dialog: ReactNode } {
  const { t } = useTranslation(['ui', 'kit'])
  const [asking, setAsking] = useState<Asking | null>(null)
  if (!crop) return { send, dialog: null }

  const choose = (bitmap: ImageBitmap, file: File) =>
    new Promise<CropRegion | null>((resolve) => {
      const src = URL.createObjectURL(file)
      const answer = (cropRect: CropRegion | null) => {
        URL.revokeObjectURL(src)
        setAsking(null)
        resolve(cropRect)
      }
      setAsking({ bitmap, src, answer })
    })
  const sendCut: UploadFile = async (file, options) => {
    // The server may decode formats that this browser cannot.
    const bitmap = await createImageBitmap(file).catch(() => null)
    if (!bitmap) return send(file, options)
    const cropRect = await choose(bitmap, file)
    if (!cropRect) throw new DOMException('The picture was not chosen', 'AbortError')
    return send(await cutOut(bitmap, cropRect, { name: file.name, maxWidth: crop.width ?? 2400 }), options)
  }
  const dialog = (
    <Modal
      opened={asking !== null}
      onClose={() => asking?.answer(null)}
      title={t('kit:crop.title')}
      size="lg"
    >
      {asking && (
        <ImageCropper
          src={asking.src}
          imageSize={asking.bitmap}
          ratio={crop.ratio}
          onCancel={() => asking.answer(null)}
          onCrop={asking.answer}
        />
      )}
    </Modal>
  )
  return { send: sendCut, dialog }
}

async function cutOut(
  bitmap: ImageBitmap,
  { left, top, width, height }: CropRegion,
  { name, maxWidth }: { name: string; maxWidth: number },
) {
  const scale = Math.min(1, maxWidth / width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const drawing = canvas.getContext('2d')!
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height)
  // A browser without WebP encodes PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.94))
  if (!blob) throw new DOMException('The picture could not be drawn', 'EncodingError')
  const ending = blob.type === 'image/webp' ? 'webp' : 'png'
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type })
}
