import { SimpleGrid } from '@mantine/core'
import { useMemo } from 'react'
import { api } from '#tenancy/client/browser.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import { countryCodes, countryName } from '#lib/countries/countries.ts'
import { ImageField, type StoredImage } from '#ui/form/image/image-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { SaveState } from '#ui/form/save-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import { useSavedProfile, type Me } from './use-saved-profile.ts'

const send = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'avatar',
})

const pictureOf = ({ avatar_url }: Me): StoredImage | null =>
  avatar_url === null ? null : { upload_id: avatar_url.split('/').at(-1) ?? null, url: avatar_url }

const startOf = (user: Me) => ({
  name: user.name,
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  country: user.country,
  phone: user.phone ?? '',
  bio: user.bio,
  avatar_upload_id: pictureOf(user),
})

/** Name, image and details of the user. Saves automatically. */
export function ProfileDetails({ user }: { user: Me }) {
  const { t, i18n } = useTranslation(['accounts', 'people'])
  const { fieldErrorText } = useErrorText()
  const { values, field, saving } = useSavedProfile({
    start: startOf(user),
    changeOf: ({ avatar_upload_id, phone, firstName, lastName, ...plain }) => ({
      ...plain,
      phone: phone || null,
      firstName: firstName || null,
      lastName: lastName || null,
      avatar_upload_id: avatar_upload_id?.upload_id ?? null,
    }),
    fits: ({ name }) => name.trim() !== '',
  })
  const countries = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language)
    const named = countryCodes().map((value) => ({ value, label: countryName(value, i18n.language) }))
    return named.toSorted((one, other) => compare(one.label, other.label))
  }, [i18n.language])
  const nameless = values.name.trim() === ''
  return (
    <Section
      title={t('people:profile.details')}
      aside={<SaveState state={saving.state} onRetry={() => void saving.flush()} />}
    >
      <ImageField
        {...field('avatar_upload_id')}
        label={t('people:profile.picture')}
        hint={t('people:profile.pictureHint')}
        send={send}
      />
      <TextField
        {...field('name')}
        label={t('fields.name')}
        required
        maxLength={120}
        autoComplete="name"
        error={nameless ? fieldErrorText('required', '') : field('name').error}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <TextField
          {...field('firstName')}
          label={t('profile.firstName')}
          maxLength={60}
          autoComplete="given-name"
        />
        <TextField
          {...field('lastName')}
          label={t('profile.lastName')}
          maxLength={60}
          autoComplete="family-name"
        />
        <SelectField
          {...field('country')}
          label={t('profile.country')}
          choices={countries}
          searchable
          clearable
        />
        <TextField
          {...field('phone')}
          label={t('profile.phone')}
          type="tel"
          maxLength={40}
          autoComplete="tel"
        />
      </SimpleGrid>
      <TextArea
        {...field('bio')}
        label={t('profile.bio')}
        hint={t('profile.bioHint')}
        maxLength={2_000}
        autosize
        minRows={3}
      />
    </Section>
  )
}
