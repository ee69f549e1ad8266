import { Group, Slider, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Slider.layer.css'
import { useState, type PointerEvent } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import {
  cropRectOf,
  maxZoom,
  clampCropView,
  fullView,
  type CropRegion,
  type CropView,
} from './crop-region.ts'
import classes from './image-cropper.module.css'

interface Props {
  /** Address of the image, and its size in pixels. */
  src: string
  imageSize: { width: number; height: number }
  /** Width divided by height. */
  ratio: number
  onCancel: () => void
  onCrop: (cropRect: CropRegion) => void
}

/** Crops an image by dragging, by wheel or by three sliders. */
export function ImageCropper({ src, imageSize: image, ratio, onCancel, onCrop }: Props) {
  const { t } = useTranslation(['ui', 'kit'])
  const [look, setLook] = useState<CropView>(fullView)
  const cropRect = cropRectOf(image, ratio, look)
  const change = (part: Partial<CropView>) =>
    setLook((before) => clampCropView(image, ratio, { ...before, ...part }))
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const scale = cropRect.width / event.currentTarget.clientWidth
    change({
      x: look.x - (event.movementX * scale) / image.width,
      y: look.y - (event.movementY * scale) / image.height,
    })
  }
  const sliders = [
    { part: 'zoom', label: t('kit:crop.zoom'), min: 1, max: maxZoom },
    { part: 'x', label: t('kit:crop.across'), min: 0, max: 1 },
    { part: 'y', label: t('kit:crop.down'), min: 0, max: 1 },
  ] as const
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('kit:crop.hint')}</Text>
      <div
        className={classes.frame}
        style={{ aspectRatio: ratio }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onWheel={(event) => change({ zoom: look.zoom * (event.deltaY < 0 ? 1.08 : 0.93) })}
      >
        <img
          src={src}
          alt=""
          draggable={false}
          style={{
            width: `${(image.width / cropRect.width) * 100}%`,
            insetInlineStart: `${(-cropRect.left / cropRect.width) * 100}%`,
            insetBlockStart: `${(-cropRect.top / cropRect.height) * 100}%`,
          }}
        />
      </div>
      {sliders.map(({ part, label, min, max }) => (
        <Group key={part} gap="md" wrap="nowrap">
          <Text size="sm" w={110} aria-hidden>
            {label}
          </Text>
          <Slider
            flex={1}
            min={min}
            max={max}
            step={(max - min) / 100}
            label={null}
            thumbLabel={label}
            value={look[part]}
            onChange={(value) => change({ [part]: value })}
          />
        </Group>
      ))}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button onClick={() => onCrop(cropRect)} data-autofocus>
          {t('kit:crop.use')}
        </Button>
      </Group>
    </Stack>
  )
}
