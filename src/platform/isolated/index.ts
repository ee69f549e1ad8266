export { isolatedTask, type IsolatedTask } from './isolated-task.ts'
export { runIsolated, withScratchFolder } from './run-isolated.ts'
export { TaskRejected, TaskStopped } from './task-errors.ts'
