import { Group, Paper, SimpleGrid, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { checkPalette, isPalette, themeCss, type FontPairName, type Palette } from '#lib/theme/index.ts'
import { api } from '#tenancy/client/browser.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { ImageField, type StoredImage } from '#ui/form/image/image-field.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { PaletteFields } from '#ui/palette/palette-fields.tsx'
import * as uploads from '#uploads/contract.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { FontPairField } from './font-pair-field.tsx'
import { HomeLayoutField } from './home-layout-field.tsx'
import { HomePreview } from './home-preview.tsx'
import { HomeQuestionsField } from './home-questions-field.tsx'
import { PalettePresets } from './palette-presets.tsx'
import type { Change, Settings } from '../use-school-settings.ts'
import classes from './brand-settings.module.css'

interface Props {
  settings: Settings
  save: (change: Change) => Promise<Settings>
}

const uploaderFor = (purpose: 'school_logo' | 'course_image') =>
  createFileUploader({ api, request: uploads.requestUpload, finalise: uploads.completeUpload, purpose })

const toStoredImage = (upload_id: string | null, url: string | null): StoredImage | null =>
  url === null ? null : { upload_id, url }

const valuesOf = (settings: Settings) => ({
  logo: toStoredImage(settings.logo_upload_id, settings.logo_url),
  cover: toStoredImage(settings.cover_upload_id, settings.cover_url),
  theme: settings.theme as Palette,
  font_pair: settings.font_pair as FontPairName,
  home_layout: settings.home_layout,
  home_questions: settings.home_questions,
})

type Values = ReturnType<typeof valuesOf>

function changeOf({ logo, cover, theme, ...others }: Values): Change {
  const check = checkPalette(theme)
  return {
    logo_upload_id: logo?.upload_id ?? null,
    cover_upload_id: cover?.upload_id ?? null,
    // Typed as `#fff`, stored as `#ffffff`.
    theme: check.ok ? check.palette : theme,
    ...others,
  }
}

/** The values of the form, saved automatically when every pair of colours is readable. */
function useBrand({ settings, save }: Props) {
  const [values, setValues] = useState(() => valuesOf(settings))
  const isWhole = isPalette(values.theme)
  const isReadable = isWhole && checkPalette(values.theme).ok
  const saving = useAutosave(
    values,
    async (next) => {
      const { theme_css } = await save(changeOf(next))
      const style = document.getElementById('page-theme')
      // The app around this form has the same colours and fonts.
      if (style) style.textContent = theme_css
    },
    { enabled: isReadable },
  )
  const set =
    <Field extends keyof Values>(field: Field) =>
    (value: Values[Field]) =>
      setValues((current) => ({ ...current, [field]: value }))
  // An incomplete colour keeps its previous preview.
  const shownTheme = isWhole ? values.theme : (settings.theme as Palette)
  return { values, set, saving, isReadable, shownTheme }
}

/** Logo, cover, colours and fonts beside the school's own home page. */
export function BrandSettings({ settings, save }: Props) {
  const { t } = useTranslation('schools')
  const { values, set, saving, isReadable, shownTheme } = useBrand({ settings, save })
  return (
    <div className={classes.columns}>
      <Stack gap="lg">
        <Group justify="flex-end" mih={28}>
          {isReadable && <SaveState state={saving.state} onRetry={saving.flush} />}
        </Group>
        <BrandImages values={values} set={set} state={saving.state} />
        <Title order={2} size="h3">
          {t('brand.layout')}
        </Title>
        <HomeLayoutField value={values.home_layout} onChange={set('home_layout')} />
        <Title order={2} size="h3">
          {t('brand.fonts')}
        </Title>
        <FontPairField value={values.font_pair} onChange={set('font_pair')} />
        <Title order={2} size="h3">
          {t('brand.colours')}
        </Title>
        <PalettePresets onChoose={set('theme')} />
        <PaletteFields palette={values.theme} onChange={set('theme')} />
        <HomeQuestionsField start={settings.home_questions} onChange={set('home_questions')} />
      </Stack>
      <HomePreview
        css={themeCss(shownTheme, values.font_pair)}
        name={settings.name}
        logoUrl={values.logo?.url ?? null}
        coverUrl={values.cover?.url ?? null}
        version={saving.state.status === 'saved' ? (saving.state.at?.getTime() ?? 0) : 0}
      />
    </div>
  )
}

interface ImagesProps {
  values: Values
  set: <Field extends keyof Values>(field: Field) => (value: Values[Field]) => void
  state: ReturnType<typeof useAutosave>['state']
}

function BrandImages({ values, set, state }: ImagesProps) {
  const { t } = useTranslation('schools')
  const { fieldErrorText } = useErrorText()
  const refused = state.status === 'failed' ? state.error.errors : []
  const errorOf = (path: string) => {
    const found = refused.find((error) => error.path === path)
    return found && fieldErrorText(found.code, found.message)
  }
  return (
    <Paper withBorder radius="lg" p="lg">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 1 }} spacing="lg">
        <ImageField
          name="logo_upload_id"
          label={t('settings.logo')}
          hint={t('settings.logoHint')}
          value={values.logo}
          onChange={set('logo')}
          send={uploaderFor('school_logo')}
          error={errorOf('logo_upload_id')}
        />
        <ImageField
          name="cover_upload_id"
          label={t('settings.cover')}
          hint={t('settings.coverHint')}
          value={values.cover}
          onChange={set('cover')}
          send={uploaderFor('course_image')}
          maxBytes={20_000_000}
          error={errorOf('cover_upload_id')}
        />
      </SimpleGrid>
    </Paper>
  )
}
