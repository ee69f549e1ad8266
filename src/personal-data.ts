import { personalData as accounts } from '#accounts/index.ts'
import { personalData as analytics } from '#analytics/index.ts'
import { personalData as apiClients } from '#api-clients/index.ts'
import { personalData as assessments } from '#assessments/index.ts'
import { personalData as assistant } from '#assistant/index.ts'
import { personalData as bulkUpload } from '#student-imports/index.ts'
import { personalData as certificates } from '#certificates/index.ts'
import { personalData as consent } from '#consent/index.ts'
import { personalData as courseAccess } from '#course-access/index.ts'
import { personalData as courses } from '#courses/index.ts'
import { personalData as domains } from '#custom-domains/index.ts'
import { personalData as endMessages } from '#end-of-course-messages/index.ts'
import { personalData as exchange } from '#import-export/index.ts'
import { personalData as faculties } from '#faculties/index.ts'
import { personalData as gradebook } from '#gradebook/index.ts'
import { personalData as groups } from '#groups/index.ts'
import { personalData as interest } from '#opening-subscriptions/index.ts'
import { personalData as learning } from '#learning/index.ts'
import { personalData as mail } from '#mail/index.ts'
import { personalData as dataPrivacy } from '#data-privacy/index.ts'
import { personalData as notes } from '#notes/index.ts'
import { personalData as notifications } from '#notifications/index.ts'
import { personalData as onboarding } from '#onboarding/index.ts'
import { personalData as affiliates } from '#affiliates/index.ts'
import { personalData as invoices } from '#invoices/index.ts'
import { personalData as coupons } from '#coupons/index.ts'
import { personalData as schoolBilling } from '#school-billing/index.ts'
import { personalData as paymentPlans } from '#payment-plans/index.ts'
import { personalData as payments } from '#payments/index.ts'
import { personalData as questions } from '#questions/index.ts'
import { personalData as reviews } from '#reviews/index.ts'
import { personalData as schools } from '#schools/index.ts'
import { personalData as studentContact } from '#student-contact/index.ts'
import { personalData as subscriptions } from '#subscriptions/index.ts'
import { personalData as support } from '#support/index.ts'
import { personalData as uploads } from '#uploads/index.ts'
import { personalData as webhooks } from '#webhooks/index.ts'
import type { PersonalData } from '#tenancy/context/personal-data.ts'

/** Personal data of every domain. A column that no domain declares fails `personal-data.test.ts`. */
export const personalData: readonly PersonalData[] = [
  accounts,
  analytics,
  apiClients,
  assessments,
  assistant,
  bulkUpload,
  certificates,
  consent,
  courseAccess,
  affiliates,
  invoices,
  coupons,
  schoolBilling,
  courses,
  dataPrivacy,
  domains,
  endMessages,
  exchange,
  faculties,
  gradebook,
  groups,
  interest,
  learning,
  mail,
  notes,
  notifications,
  onboarding,
  paymentPlans,
  payments,
  questions,
  reviews,
  schools,
  studentContact,
  subscriptions,
  support,
  uploads,
  webhooks,
]
