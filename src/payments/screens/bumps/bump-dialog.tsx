import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listCourses } from '#courses/contract.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { OfferItem } from './bump-offers.tsx'
import type { BumpOffer } from './offer-results.tsx'

interface Props {
  item: OfferItem
  /** Null for a new offer. */
  offer: BumpOffer | null
  /** Courses that are offered already. */
  taken: readonly string[]
  onClose: () => void
}

/** A type, because values of forms have an index signature. */
type Values = {
  bump_course_id: string | null
  price: number | null
  headline: string
  description: string
  is_on: boolean
}

const valuesOf = (offer: BumpOffer | null): Values => ({
  bump_course_id: offer?.bump_course_id ?? null,
  price: offer?.price ?? null,
  headline: offer?.headline ?? '',
  description: offer?.description ?? '',
  is_on: offer?.is_on ?? true,
})

export default function BumpDialog(props: Props) {
  const { t } = useTranslation('bumps')
  const { offer, onClose } = props
  const title = offer ? t('edit', { course: offer.bump_course_name }) : t('add')
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      {offer ? <EditForm {...props} offer={offer} /> : <NewForm {...props} />}
    </Modal>
  )
}

function useDone(onClose: () => void) {
  const { t } = useTranslation('bumps')
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ queryKey: queryKey(contract.listBumpOffers) })
    toast(t('saved'))
    onClose()
  }
}

function NewForm({ item, taken, onClose }: Props) {
  const { t } = useTranslation('bumps')
  const onDone = useDone(onClose)
  const form = useApiForm({
    contract: contract.createBumpOffer,
    initialValues: valuesOf(null),
    rules: { bump_course_id: required() },
    input: ({ bump_course_id, ...terms }) => ({ ...item, bump_course_id: bump_course_id!, ...terms }),
    onDone,
  })
  const [search, setSearch] = useState('')
  const q = search.trim().slice(0, 100)
  const listed = useApiQuery(listCourses, { limit: 50, ...(q && { q }) }, { keepPrevious: true })
  const courses = listed.data?.data ?? []
  const own = 'course_id' in item ? item.course_id : null
  const choices = courses.filter(({ id }) => id !== own && !taken.includes(id))
  return (
    <Form form={form} label={t('add')}>
      <FormSummary form={form} />
      <SelectField
        {...form.field('bump_course_id')}
        label={t('course')}
        hint={t('courseHint')}
        searchable
        onSearchChange={setSearch}
        required
        data-autofocus
        choices={choices.map(({ id, course_name }) => ({ value: id, label: course_name }))}
      />
      <TermFields form={form} onClose={onClose} />
    </Form>
  )
}

function EditForm({ offer, onClose }: Props & { offer: BumpOffer }) {
  const { t } = useTranslation('bumps')
  const onDone = useDone(onClose)
  const form = useApiForm({
    contract: contract.updateBumpOffer,
    initialValues: valuesOf(offer),
    input: ({ bump_course_id: _course, ...terms }) => ({ id: offer.id, ...terms }),
    onDone,
  })
  return (
    <Form form={form} label={t('edit', { course: offer.bump_course_name })}>
      <FormSummary form={form} />
      <TermFields form={form} onClose={onClose} />
    </Form>
  )
}

type BumpForm = ReturnType<typeof useApiForm<typeof contract.createBumpOffer, Values>>

function TermFields({ form, onClose }: { form: BumpForm; onClose: () => void }) {
  const { t } = useTranslation('bumps')
  const { t: shared } = useTranslation('ui')
  const { currency_code } = useSchool()
  return (
    <>
      <MoneyField
        {...form.field('price')}
        label={t('price')}
        hint={t('priceHint')}
        currency={currency_code}
      />
      <TextField {...form.field('headline')} label={t('headline')} maxLength={120} />
      <TextArea {...form.field('description')} label={t('description')} maxLength={600} minRows={2} />
      <SwitchField {...form.field('is_on')} label={t('on')} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{shared('actions.save')}</SubmitButton>
      </Group>
    </>
  )
}
