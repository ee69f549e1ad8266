import type { PersonalData } from '#tenancy/context/personal-data.ts'

/** `eraseUser` blanks the person's own row, after everything else. */
export const personalData: PersonalData = {
  rows: [
    {
      table: 'users',
      personColumns: ['id'],
      without: ['password_hash', 'totp_secret', 'totp_step', 'recovery_codes'],
      erasure: {
        stays: 'What others made with this person still holds; nothing in the row tells who it was.',
      },
    },
    { table: 'sessions', personColumns: ['user_id'], without: ['token_hash'], erasure: 'delete' },
    { table: 'one_time_tokens', personColumns: ['user_id'], without: ['token_hash'], erasure: 'delete' },
    { table: 'oidc_identities', personColumns: ['user_id'], erasure: 'delete' },
    {
      table: 'invitations',
      personColumns: [],
      emailColumn: 'email',
      without: ['token_hash'],
      erasure: 'delete',
    },
  ],
  mentions: {
    'users.account_id': 'The account of an owner belongs to no school; the row loses it when it is erased.',
    'invitations.invited_by': 'Who invited somebody else; the invitation is that person’s.',
    'registration_links.email':
      'A registration under way: who is in it is no user yet, and is forgotten within a day.',
    'oidc_logins.email': 'A login under way, forgotten after half an hour.',
  },
}
