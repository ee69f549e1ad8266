import { languageChoices } from '#lib/languages/languages.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { ImageField } from '#ui/form/image/image-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CourseField } from '../fields/course-field.tsx'
import { sendImage } from './send-image.ts'
import type { TemplateDraft } from './template-draft.ts'

interface Props {
  form: ApiForm<TemplateDraft>
  /** Name of the course of the saved template. */
  courseTitle: string | null
}

/** Texts that are printed, and the course, language and validity of certificates. */
export function SettingsFields({ form, courseTitle }: Props) {
  const { t } = useTranslation('certificate-designer')
  const { t: shared } = useTranslation('manage-certificates')
  return (
    <Section title={t('settings')}>
      <TextField {...form.field('name')} label={shared('name')} required maxLength={150} dir="auto" />
      <CourseField
        {...form.field('course_id')}
        courseName={courseTitle}
        label={shared('course')}
        hint={shared('template.courseHint')}
        placeholder={shared('anyCourse')}
      />
      <TextField
        {...form.field('course_name')}
        label={shared('printedCourse')}
        hint={t('courseNameHint')}
        maxLength={200}
        dir="auto"
      />
      <TextArea
        {...form.field('certification_text')}
        label={shared('template.certificationText')}
        hint={t('certificationTextHint')}
        maxLength={2_000}
        autosize
        minRows={2}
        dir="auto"
      />
      <TextField {...form.field('signer')} label={shared('template.signer')} maxLength={200} dir="auto" />
      <SignatureAndDates form={form} />
    </Section>
  )
}

function SignatureAndDates({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation('certificate-designer')
  return (
    <>
      <ImageField
        {...form.field('signature')}
        label={t('signature')}
        hint={t('signatureHint')}
        send={sendImage}
      />
      <SelectField
        {...form.field('language')}
        label={t('language')}
        hint={t('languageHint')}
        placeholder={t('schoolLanguage')}
        clearable
        choices={languageChoices}
      />
      <NumberField
        {...form.field('validity_months')}
        label={t('validity')}
        hint={t('validityHint')}
        min={1}
        max={600}
        allowDecimal={false}
      />
    </>
  )
}
