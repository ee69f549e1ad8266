import { useElementSize } from '@mantine/hooks'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import classes from './home-preview.module.css'

type Scheme = 'light' | 'dark'
type Device = 'phone' | 'desktop'

/** The width in pixels at which the page is laid out before it is scaled to its column. */
const widths: Record<Device, number> = { phone: 390, desktop: 1280 }

interface Props {
  /** The style sheet of the colours and fonts as they are chosen now, saved or not. */
  css: string
  name: string
  logoUrl: string | null
  coverUrl: string | null
  /** Grows with each save, after which the page is loaded again. */
  version: number
}

/** A reduced view of the school's real home page with the chosen colours and fonts. */
export function HomePreview({ css, name, logoUrl, coverUrl, version }: Props) {
  const { t } = useTranslation(['schools', 'palette'])
  const [scheme, setScheme] = useState<Scheme>('light')
  const [device, setDevice] = useState<Device>('desktop')
  const frame = useRef<HTMLIFrameElement>(null)
  const dress = useCallback(
    () => dressPage(frame.current, { css, scheme, logoUrl, coverUrl }),
    [css, scheme, logoUrl, coverUrl],
  )
  useEffect(dress, [dress])
  const { ref: stage, width, height } = useElementSize<HTMLDivElement>()
  const scale = Math.min(1, (width || widths[device]) / widths[device])
  return (
    <Stack gap="sm" className={classes.column ?? ''}>
      <PreviewControls device={device} setDevice={setDevice} scheme={scheme} setScheme={setScheme} />
      <div ref={stage} className={classes.stage} data-device={device}>
        <iframe
          key={version}
          ref={frame}
          src="/"
          title={t('brand.previewOf', { name })}
          className={classes.page}
          style={{ width: widths[device], height: height / scale, transform: `scale(${scale})` }}
          tabIndex={-1}
          onLoad={dress}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t('palette:darkHint')}
      </Text>
    </Stack>
  )
}

interface ControlsProps {
  device: Device
  setDevice: (device: Device) => void
  scheme: Scheme
  setScheme: (scheme: Scheme) => void
}

function PreviewControls({ device, setDevice, scheme, setScheme }: ControlsProps) {
  const { t } = useTranslation(['schools', 'palette'])
  return (
    <Group justify="space-between">
      <Title order={2} size="h3">
        {t('palette:preview')}
      </Title>
      <Group gap="xs">
        <SegmentedControl
          aria-label={t('brand.device')}
          value={device}
          onChange={(value) => setDevice(value as Device)}
          data={[
            { value: 'desktop', label: <DeviceLabel device="desktop" text={t('brand.desktop')} /> },
            { value: 'phone', label: <DeviceLabel device="phone" text={t('brand.phone')} /> },
          ]}
        />
        <SegmentedControl
          aria-label={t('palette:preview')}
          value={scheme}
          onChange={(value) => setScheme(value as Scheme)}
          data={[
            { value: 'light', label: t('palette:light') },
            { value: 'dark', label: t('palette:dark') },
          ]}
        />
      </Group>
    </Group>
  )
}

function DeviceLabel({ device, text }: { device: Device; text: string }) {
  const Icon = device === 'phone' ? IconDeviceMobile : IconDeviceDesktop
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Icon size={18} aria-hidden />
      <span>{text}</span>
    </Group>
  )
}

interface Look {
  css: string
  scheme: Scheme
  logoUrl: string | null
  coverUrl: string | null
}

/**
 * Applies the colours and fonts to the page in the frame. Its links are disabled, so that the preview stays on
 * the home page.
 */
function dressPage(frame: HTMLIFrameElement | null, { css, scheme, logoUrl, coverUrl }: Look) {
  const page = frame?.contentDocument
  const view = frame?.contentWindow as (Window & typeof globalThis) | null
  if (!page?.body || !view) return
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
  page.documentElement.dataset.scheme = scheme
  page.documentElement.dataset.mantineColorScheme = scheme
  page.body.inert = true
  setImage(page.querySelector<HTMLImageElement>('.p-brand img'), logoUrl)
  setImage(page.querySelector<HTMLImageElement>('.p-hero img'), coverUrl)
}

function setImage(image: HTMLImageElement | null, url: string | null) {
  if (!image || !url || image.src.endsWith(url)) return
  image.parentElement?.querySelectorAll('source').forEach((source) => source.remove())
  image.removeAttribute('srcset')
  image.src = url
}
