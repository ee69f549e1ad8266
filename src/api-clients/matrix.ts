const admins = ['admin', 'account_user']

export const accessMatrix = {
  listApiClients: admins,
  createApiClient: admins,
  updateApiClient: admins,
  rotateApiClientSecret: admins,
  revokeApiClient: admins,
}
