/** No role opens the console: what an account is to the platform does. */
export const accessMatrix = {
  consoleListSchools: [],
  consoleGetSchool: [],
  consoleChangePlan: [],
  consoleListClosings: [],
  consoleCancelClosing: [],
  consoleListFlags: [],
  consoleCreateFlag: [],
  consoleUpdateFlag: [],
  consoleDeleteFlag: [],
  consolePreviewFlag: [],
  consoleListParkedJobs: [],
  consoleRetryParkedJobs: [],
  consoleDeleteParkedJobs: [],
  consoleListPlatformAuditLog: [],
}
