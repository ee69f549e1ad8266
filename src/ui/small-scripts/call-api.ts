/** Calls the API from a public page. */
export type CallApi = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<Response>
