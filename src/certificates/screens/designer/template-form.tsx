import { Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSchool } from '#tenancy/client/frame.tsx'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useSampleValues } from '../design/sample-values.ts'
import { ConflictNote } from './conflict-note.tsx'
import { Designer } from './designer.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { inputOf, type Template } from './template-draft.ts'
import { useImageUrls } from './use-image-urls.ts'
import { useTemplateForm } from './use-template-form.ts'
import classes from './designer.module.css'

const PreviewDialog = lazy(() => import('../design/preview-dialog.tsx'))

interface Props {
  template: Template
  onReload: () => void
}

/** Design, texts and settings of a template, saved together. */
export function TemplateForm({ template, onReload }: Props) {
  const { t } = useTranslation('certificate-designer')
  const { logo_url } = useSchool()
  const { form, editor, conflict, keepMine } = useTemplateForm(template)
  const [isPreviewing, setPreviewing] = useState(false)
  const [overfull, setOverfull] = useState<readonly string[]>([])
  const images = useImageUrls(template.files)
  const { values: draft } = form
  const values = useSampleValues({ ...draft, course: draft.course_name || template.course_title })
  return (
    <Form form={form} label={t('form')} warnOnLeave>
      {conflict && (
        <ConflictNote conflict={conflict} onKeepMine={() => void keepMine()} onTakeTheirs={onReload} />
      )}
      <FormSummary form={form} />
      <Section title={t('design')} text={t('designText')}>
        <Designer
          editor={editor}
          values={values}
          images={images}
          logo={logo_url}
          signature={draft.signature?.url ?? null}
          overfull={overfull}
        />
      </Section>
      <SettingsFields form={form} courseTitle={template.course_title} />
      <SaveBar form={form} onPreview={() => setPreviewing(true)} />
      <Suspense>
        {isPreviewing && (
          <PreviewDialog
            settings={inputOf(draft, editor.design)}
            onOverfull={setOverfull}
            onClose={() => setPreviewing(false)}
          />
        )}
      </Suspense>
    </Form>
  )
}

interface BarProps {
  form: Pick<ApiForm, 'isDirty' | 'isSubmitting'>
  onPreview: () => void
}

function SaveBar({ form, onPreview }: BarProps) {
  const { t } = useTranslation('certificate-designer')
  return (
    <div className={classes.bar}>
      <Text size="sm" c="dimmed" role="status">
        {form.isDirty ? t('unsaved') : ''}
      </Text>
      <Button variant="default" onClick={onPreview}>
        {t('preview')}
      </Button>
      <SubmitButton form={form}>{t('save')}</SubmitButton>
    </div>
  )
}
