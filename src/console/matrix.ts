/** No role opens the console: what an account is to the platform does. */
export const accessMatrix = {
  consoleListSchools: [],
  consoleShowSchool: [],
  consoleChangePlan: [],
  consoleListClosings: [],
  consoleUndoClosing: [],
  consoleListFlags: [],
  consoleCreateFlag: [],
  consoleUpdateFlag: [],
  consoleDeleteFlag: [],
  consolePreviewFlag: [],
  consoleListParkedJobs: [],
  consoleRetryParkedJobs: [],
  consoleDeleteParkedJobs: [],
  consoleListAudit: [],
}
