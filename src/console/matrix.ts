/** No role of a school opens the console: the platform role of the account does. */
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
