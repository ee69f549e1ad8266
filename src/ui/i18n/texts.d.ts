// Types of the texts: each namespace has the keys of its English file. The test of
// `texts.test.ts` compares the other languages with English.

import '#platform/pages/translate.ts'
import '#ui/i18n/use-translation.ts'

declare module '#ui/i18n/use-translation.ts' {
  interface ScreenTexts {
    accounts: typeof import('../../accounts/screens/locales/en.json')
    'mail-allowance': typeof import('../../accounts/screens/locales/mail-allowance/en.json')
    people: typeof import('../../accounts/screens/locales/people/en.json')
    registration: typeof import('../../accounts/screens/locales/registration/en.json')
    'second-factor': typeof import('../../accounts/screens/locales/second-factor/en.json')
    'api-clients': typeof import('../../api-clients/screens/locales/en.json')
    assistant: typeof import('../../assistant/screens/locales/en.json')
    categories: typeof import('../../categories/screens/locales/en.json')
    consent: typeof import('../../consent/screens/locales/en.json')
    legal: typeof import('../../consent/screens/locales/legal/en.json')
    console: typeof import('../../console/screens/locales/en.json')
    'content-chunks': typeof import('../../content-chunks/screens/locales/en.json')
    coupons: typeof import('../../coupons/screens/locales/en.json')
    courses: typeof import('../../courses/screens/locales/en.json')
    'custom-domains': typeof import('../../custom-domains/screens/locales/en.json')
    'data-privacy': typeof import('../../data-privacy/screens/locales/en.json')
    'end-of-course-messages': typeof import('../../end-of-course-messages/screens/locales/en.json')
    faculties: typeof import('../../faculties/screens/locales/en.json')
    'import-export': typeof import('../../import-export/screens/locales/en.json')
    learning: typeof import('../../learning/screens/locales/en.json')
    media: typeof import('../../learning/screens/locales/media/en.json')
    notes: typeof import('../../notes/screens/locales/en.json')
    notifications: typeof import('../../notifications/screens/locales/en.json')
    onboarding: typeof import('../../onboarding/screens/locales/en.json')
    'opening-subscriptions': typeof import('../../opening-subscriptions/screens/locales/en.json')
    ownership: typeof import('../../ownership/screens/locales/en.json')
    payments: typeof import('../../payments/screens/locales/en.json')
    disputes: typeof import('../../payments/screens/locales/disputes/en.json')
    'payment-providers': typeof import('../../payments/screens/locales/payment-providers/en.json')
    plans: typeof import('../../plans/screens/locales/en.json')
    resellers: typeof import('../../resellers/screens/locales/en.json')
    reviews: typeof import('../../reviews/screens/locales/en.json')
    'school-billing': typeof import('../../school-billing/screens/locales/en.json')
    'school-closure': typeof import('../../school-closure/screens/locales/en.json')
    schools: typeof import('../../schools/screens/locales/en.json')
    'staff-home': typeof import('../../staff-home/screens/locales/en.json')
    'student-contact': typeof import('../../student-contact/screens/locales/en.json')
    'student-imports': typeof import('../../student-imports/screens/locales/en.json')
    activity: typeof import('../../support/screens/locales/activity/en.json')
    support: typeof import('../../support/screens/locales/en.json')
    ui: typeof import('../locales/en.json')
    'error-page': typeof import('../locales/error-page/en.json')
    article: typeof import('../locales/article/en.json')
    kit: typeof import('../locales/kit/en.json')
    page: typeof import('../locales/page/en.json')
    palette: typeof import('../locales/palette/en.json')
    switch: typeof import('../locales/switch/en.json')
    webhooks: typeof import('../../webhooks/screens/locales/en.json')
  }
}

declare module '#platform/pages/translate.ts' {
  interface ServerTexts {
    accounts: typeof import('../../accounts/locales/en.json')
    consent: typeof import('../../consent/locales/en.json')
    'custom-domains': typeof import('../../custom-domains/locales/en.json')
    'data-privacy': typeof import('../../data-privacy/locales/en.json')
    learning: typeof import('../../learning/locales/en.json')
    mail: typeof import('../../mail/locales/en.json')
    notes: typeof import('../../notes/locales/en.json')
    'opening-subscriptions': typeof import('../../opening-subscriptions/locales/en.json')
    ownership: typeof import('../../ownership/locales/en.json')
    payments: typeof import('../../payments/locales/en.json')
    'school-closure': typeof import('../../school-closure/locales/en.json')
    schools: typeof import('../../schools/locales/en.json')
    'student-contact': typeof import('../../student-contact/locales/en.json')
    'student-imports': typeof import('../../student-imports/locales/en.json')
    tenancy: typeof import('../../tenancy/locales/en.json')
  }
}
