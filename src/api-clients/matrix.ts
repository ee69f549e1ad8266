const admins = ['admin', 'account_user']

export const matrix = {
  listApiClients: admins,
  createApiClient: admins,
  updateApiClient: admins,
  rotateApiClientSecret: admins,
  revokeApiClient: admins,
}
