import type { CertificateBlock, ImageBlock, TextBlock } from '#lib/certificates/index.ts'
import { mergeFields } from '#lib/certificates/merge-fields.ts'
import { pageSizes } from '#lib/certificates/page-sizes.ts'
import { Button } from '#ui/components/button.tsx'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { ColorField } from '#ui/form/fields/color-field.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { ImageField } from '#ui/form/image/image-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { BoundedNumberField } from './bounded-number-field.tsx'
import { frameOf, limitsOf, type Frame } from './place-block.ts'
import { sendImage } from './send-image.ts'
import type { ImageUrls } from './use-image-urls.ts'
import type { DesignEditor } from './use-design.ts'
import classes from './designer.module.css'

interface Props {
  editor: DesignEditor
  images: ImageUrls
}

/** The fields of the selected block. */
export function BlockFields({ editor, images }: Props) {
  const { selected: block } = editor
  if (!block) return null
  // The fields of each kind of block belong to it.
  const change: Change = (fields, name) =>
    editor.changeBlock(block.id, fields as Partial<CertificateBlock>, `${block.id} ${name}`)
  return (
    <>
      {block.kind === 'text' && <TextFields block={block} change={change} />}
      {block.kind === 'image' && <ImageFields block={block} change={change} images={images} />}
      {block.kind === 'line' && <Color block={block} change={change} />}
      <PositionFields editor={editor} block={block} />
    </>
  )
}

type Change = (fields: object, name: string) => void

const sides = ['x', 'y', 'width', 'height'] as const

function PositionFields({ editor, block }: { editor: DesignEditor; block: CertificateBlock }) {
  const { t } = useTranslation('certificate-designer')
  const frame = frameOf(block)
  const paper = pageSizes[editor.design.page]
  const limits = limitsOf(block)
  const bounds: Record<keyof Frame, [number, number]> = {
    x: [0, paper.width],
    y: [0, paper.height],
    width: [limits.minWidth, Math.min(limits.maxWidth, paper.width)],
    height: [limits.minHeight, Math.min(limits.maxHeight, paper.height)],
  }
  const shown = block.kind === 'qr' ? sides.slice(0, 3) : sides
  return (
    <div className={classes.fields} role="group" aria-label={t('place')}>
      {shown.map((side) => (
        <BoundedNumberField
          key={`${block.id} ${side}`}
          label={t(`sides.${side}`)}
          value={frame[side]}
          min={bounds[side][0]}
          max={bounds[side][1]}
          decimalScale={1}
          onChange={(value) => editor.setFrame({ [side]: value }, `${block.id} ${side}`)}
        />
      ))}
    </div>
  )
}

const aligns = ['start', 'center', 'end'] as const

function TextFields({ block, change }: TextProps) {
  const { t } = useTranslation('certificate-designer')
  return (
    <>
      <TextArea
        label={t('text')}
        hint={t('textHint')}
        value={block.text}
        onChange={(text) => change({ text }, 'text')}
        maxLength={2_000}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
      />
      <MergeButtons block={block} change={change} />
      <Look block={block} change={change} />
      <Color block={block} change={change} />
    </>
  )
}

interface TextProps {
  block: TextBlock
  change: Change
}

/** Adds merge fields to the text. */
function MergeButtons({ block, change }: TextProps) {
  const { t } = useTranslation('certificate-designer')
  return (
    <div className={classes.merge} role="group" aria-label={t('mergeFields')}>
      {mergeFields.map((field) => (
        <Button
          key={field}
          variant="default"
          size="sm"
          onClick={() => change({ text: `${block.text}{${field}}` }, 'merge')}
        >
          {t(`merge.${field}`)}
        </Button>
      ))}
    </div>
  )
}

/** Size, alignment and style of the text. */
function Look({ block, change }: TextProps) {
  const { t } = useTranslation('certificate-designer')
  return (
    <>
      <div className={classes.fields}>
        <BoundedNumberField
          key={block.id}
          label={t('size')}
          value={block.size}
          min={6}
          max={96}
          decimalScale={1}
          onChange={(size) => change({ size }, 'size')}
        />
        <NativeSelectField
          label={t('align')}
          size="md"
          value={block.align}
          onChange={(align) => change({ align }, 'align')}
          choices={aligns.map((value) => ({ value, label: t(`aligns.${value}`) }))}
        />
      </div>
      <div className={classes.fields}>
        <CheckboxField
          label={t('bold')}
          value={block.is_bold}
          onChange={(is_bold) => change({ is_bold }, 'bold')}
        />
        <CheckboxField
          label={t('italic')}
          value={block.is_italic}
          onChange={(is_italic) => change({ is_italic }, 'italic')}
        />
      </div>
    </>
  )
}

function Color({ block, change }: { block: { color: string }; change: Change }) {
  const { t } = useTranslation('certificate-designer')
  return (
    <ColorField
      label={t('color')}
      value={block.color}
      onChange={(color) => change({ color: color.toLowerCase() }, 'color')}
      {...(!isColor(block.color) && { error: t('colorError') })}
    />
  )
}

/** Colours that the server accepts. */
export const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

const sources = ['logo', 'signature', 'file'] as const

interface ImageProps {
  block: ImageBlock
  change: Change
  images: ImageUrls
}

function ImageFields({ block, change, images }: ImageProps) {
  const { t } = useTranslation('certificate-designer')
  const { t: shared } = useTranslation('manage-certificates')
  const url = block.upload_id ? images.urlOf(block.upload_id) : null
  return (
    <>
      <NativeSelectField
        label={t('source')}
        size="md"
        value={block.source}
        onChange={(source) => change({ source }, 'source')}
        choices={sources.map((value) => ({ value, label: shared(`blocks.${value}`) }))}
      />
      {block.source === 'file' && (
        <>
          <ImageField
            label={t('file')}
            value={block.upload_id && url ? { upload_id: block.upload_id, url } : null}
            send={sendImage}
            onChange={(image) => {
              if (image?.upload_id) images.add(image.upload_id, image.url)
              change({ upload_id: image?.upload_id ?? undefined }, 'file')
            }}
          />
          <TextField
            label={t('alt')}
            hint={t('altHint')}
            value={block.alt}
            onChange={(alt) => change({ alt }, 'alt')}
            maxLength={200}
            dir="auto"
          />
        </>
      )}
    </>
  )
}
