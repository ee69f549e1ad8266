/** What lets somebody in, by table: left blank in an archive that people take home. */
const secrets: Record<string, Record<string, string>> = {
  users: {
    password_hash: 'null',
    totp_secret: 'null',
    totp_confirmed_at: 'null',
    recovery_codes: `'{}'::bytea[]`,
  },
  school_oidc_issuers: { client_secret: `''::bytea` },
}

/** Tables that hold nothing else. */
export const isSecretTable = (name: string) => name.endsWith('_secrets')

/** The columns of a table as they are selected, secrets as if there were none. */
export const columnsWithBlankedSecrets = (table: string, columns: string[]) =>
  columns
    .map((column) => {
      const blank = secrets[table]?.[column]
      return blank ? `${blank} as "${column}"` : `"${column}"`
    })
    .join(', ')
