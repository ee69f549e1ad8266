/** Every page of settings by group; the names are keys of the texts below `settings`. */
export const settingsGroups = [
  {
    name: 'school',
    links: [
      { to: '/manage/settings', name: 'profile', end: true },
      { to: '/manage/settings/brand', name: 'brand' },
      { to: '/manage/settings/wording', name: 'wording' },
      { to: '/manage/domains', name: 'domains' },
      { to: '/manage/settings/plan', name: 'plan', forOwners: true },
    ],
  },
  {
    name: 'access',
    links: [
      { to: '/manage/settings/registration', name: 'registration' },
      { to: '/manage/login-settings', name: 'login' },
      { to: '/manage/settings/legal-documents', name: 'legal' },
    ],
  },
  {
    name: 'learning',
    links: [
      { to: '/manage/settings/assistant', name: 'assistant' },
      { to: '/manage/settings/notifications', name: 'notifications' },
    ],
  },
  {
    name: 'integrations',
    links: [
      { to: '/manage/api-clients', name: 'apiClients' },
      { to: '/manage/webhooks', name: 'webhooks' },
    ],
  },
  {
    name: 'records',
    links: [
      { to: '/manage/activity', name: 'activity' },
      { to: '/manage/settings/privacy', name: 'privacy' },
    ],
  },
] as const
