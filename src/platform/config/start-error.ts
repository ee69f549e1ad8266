import { sessionLimits } from '../database/pool.ts'

/** Why a process does not start, worded for its operator. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartFault'
  }
}

/** Converts a file system error of a configured directory to a StartError; returns other errors unchanged. */
export function folderError(error: unknown, dataDir: string): unknown {
  const { path, message } = error as NodeJS.ErrnoException
  if (!path) return error
  return new StartError(
    `Cannot use DATA_DIR ${dataDir}: ${message}. Give this user read and write access, or set another DATA_DIR.`,
    { cause: error },
  )
}

/** Converts an error of listening on HOST and PORT to a StartError. */
export function listenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }) {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Another program uses port ${port}. Set another PORT.`)
  if (error.code === 'EACCES') return new StartError(`This user may not open port ${port}. Set another PORT.`)
  return new StartError(`HOST ${host} is not an address of this machine: ${error.message}`, { cause: error })
}

/**
 * Converts an error of connecting to DATABASE_URL to a StartError; returns other errors unchanged. The message
 * does not contain the address, which may include a password.
 */
export function databaseError(error: unknown): unknown {
  const { code = '', message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  if (refusedParameter.test(message)) return poolerFault(message, error)
  if (!isOfConnection.test(code)) return error
  const why = message || errors?.map((each) => each.message).join(', ')
  return new StartError(`Cannot use the database of DATABASE_URL: ${why}`, { cause: error })
}

/** Message of PgBouncer. */
const refusedParameter = /^unsupported startup parameter: /

const poolerFault = (message: string, cause: unknown) =>
  new StartError(
    `The connection pooler of DATABASE_URL rejects our connections: ${message}. In PgBouncer set ignore_startup_parameters = ${Object.keys(sessionLimits).join(', ')} and set these limits on the roles, as docs/operations.md describes.`,
    { cause },
  )

/**
 * Unreachable; or SQLSTATE of a refused login, an unknown database, a missing privilege, or no free connection.
 */
const isOfConnection =
  /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|28...|3D000|42501|53300|57P03|0A000|\w*CERT\w*)$/
