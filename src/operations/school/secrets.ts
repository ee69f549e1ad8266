/** Credentials by table: left blank in an archive that people download. */
const secrets: Record<string, Record<string, string>> = {
  users: {
    password_hash: 'null',
    totp_secret: 'null',
    totp_confirmed_at: 'null',
    recovery_codes: `'{}'::bytea[]`,
  },
  school_oidc_issuers: { client_secret: `''::bytea` },
}

/** Tables that contain only credentials. */
export const isSecretTable = (name: string) => name.endsWith('_secrets')

/** Columns of a table as selected, with credentials blanked. */
export const columnsWithBlankedSecrets = (table: string, columns: string[]) =>
  columns
    .map((column) => {
      const blank = secrets[table]?.[column]
      return blank ? `${blank} as "${column}"` : `"${column}"`
    })
    .join(', ')
