import type { Language } from '#lib/languages/languages.ts'
import { useEffect, useState } from 'react'
import type { RouterContextProvider } from 'react-router'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useFrame, useSession } from '#tenancy/client/frame.tsx'
import { pageRequestContext } from '#tenancy/client/page-request-context.ts'
import { throwNotFound } from '#platform/client/api/not-found.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { CreateSchoolLayout } from './create-school-layout.tsx'
import { OwnerStep } from './owner-step.tsx'
import { emptySchool, SchoolFields, type NewSchool } from './school-fields.tsx'

export const handle: ScreenHandle = { namespaces: ['schools'] }

/** Schools are created at a root host; at a suspended reseller's root they are not. */
export const middleware = [
  ({ context }: { context: Readonly<RouterContextProvider> }) => {
    const { host, brand } = context.get(pageRequestContext).frame
    if (host.kind !== 'root' || !brand.allows_school_creation) throwNotFound()
  },
]

type Opened = ApiReply<typeof contract.createSchool>

const asInput = (school: NewSchool) => ({
  name: school.name,
  school_url: school.school_url,
  country: school.country ?? '',
  currency_code: school.currency_code ?? '',
  time_zone: school.time_zone ?? '',
  language: school.language as Language,
})

const rules = {
  name: required(),
  school_url: required(),
  country: required(),
  currency_code: required(),
  time_zone: required(),
}

export default function CreateSchool() {
  const { t } = useTranslation('schools')
  const session = useSession()
  const { locale } = useFrame()
  const [school, setSchool] = useState(() => emptySchool(locale))
  const [step, setStep] = useState<'school' | 'owner'>('school')
  const [refused, setRefused] = useState<ApiError | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)

  const enter = (answer: Opened) => {
    setOpened(answer)
    location.assign(`${answer.url}/manage?user_token=${encodeURIComponent(answer.handoff)}`)
  }
  const back = (error: ApiError | null) => {
    setRefused(error)
    setStep('school')
  }
  const next = (values: NewSchool) => {
    setSchool(values)
    setRefused(null)
    setStep('owner')
  }

  if (opened)
    return (
      <CreateSchoolLayout
        title={t('create.ready', { school: opened.school.name })}
        text={t('create.entering')}
        busy
      />
    )
  if (step === 'owner')
    return (
      <CreateSchoolLayout
        title={t('create.ownerTitle')}
        text={t('create.ownerText')}
        count={t('create.step', { step: 2 })}
      >
        <OwnerStep school={asInput(school)} onBack={back} onDone={enter} />
      </CreateSchoolLayout>
    )
  const count = session ? undefined : t('create.step', { step: 1 })
  return (
    <CreateSchoolLayout title={t('create.title')} text={t('create.text')} count={count}>
      {session ? (
        <WholeForm start={school} onDone={enter} />
      ) : (
        <FirstStep start={school} refused={refused} onDone={next} />
      )}
    </CreateSchoolLayout>
  )
}

/** A logged-in person has an account, so one step is enough. */
function WholeForm({ start, onDone }: { start: NewSchool; onDone: (answer: Opened) => void }) {
  const { t } = useTranslation('schools')
  const form = useApiForm({
    contract: contract.createSchool,
    initialValues: start,
    rules,
    input: asInput,
    onDone,
  })
  return (
    <Form form={form} label={t('create.title')}>
      <FormSummary form={form} />
      <SchoolFields form={form} />
      <SubmitButton form={form} fullWidth>
        {t('create.open')}
      </SubmitButton>
    </Form>
  )
}

interface FirstStepProps {
  start: NewSchool
  /** Why the second step was refused, such as an address that was taken meanwhile. */
  refused: ApiError | null
  onDone: (values: NewSchool) => void
}

/** Only checks whether the address is free. */
function FirstStep({ start, refused, onDone }: FirstStepProps) {
  const { t } = useTranslation('schools')
  const [taken, setTaken] = useState(0)
  const form = useApiForm({
    contract: contract.checkSchoolAddress,
    initialValues: start,
    rules,
    input: ({ school_url, country }) => ({ school_url, ...(country && { country }) }),
    onDone: (answer, values) => {
      if (answer.is_available) onDone({ ...values, school_url: answer.school_url })
      else setTaken((count) => count + 1)
    },
  })
  useEffect(() => {
    if (taken > 0) document.querySelector<HTMLInputElement>('[name="school_url"]')?.focus()
  }, [taken])
  return (
    <Form form={form} label={t('create.title')}>
      <FormSummary form={refused && form.refusals === 0 ? { ...form, failure: refused } : form} />
      <SchoolFields form={form} />
      <SubmitButton form={form} fullWidth>
        {t('create.continue')}
      </SubmitButton>
    </Form>
  )
}
