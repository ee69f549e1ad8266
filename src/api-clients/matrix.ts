const admins = ['admin', 'account_user']

export const matrix = {
  listApiClients: admins,
  createApiClient: admins,
  rotateApiClientSecret: admins,
  revokeApiClient: admins,
}
