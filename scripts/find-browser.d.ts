export function findBrowser(options?: { whole?: boolean }): string
export function installBrowsers(): void
