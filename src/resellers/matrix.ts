/** No role of a school opens the console: the platform role of the account does. */
export const accessMatrix = {
  listResellers: [],
  getReseller: [],
  createReseller: [],
  updateReseller: [],
  setResellerState: [],
  checkReseller: [],
}
