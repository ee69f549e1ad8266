/** No role opens the console: what an account is to the platform does. */
export const accessMatrix = {
  listResellers: [],
  getReseller: [],
  createReseller: [],
  updateReseller: [],
  setResellerState: [],
  checkReseller: [],
}
