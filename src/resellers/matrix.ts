/** No role opens the console: what an account is to the platform does. */
export const matrix = {
  listResellers: [],
  showReseller: [],
  createReseller: [],
  updateReseller: [],
  setResellerState: [],
  checkReseller: [],
}
