/** File formats of templates and exports; the default first. */
export const tableFormats = ['xlsx', 'csv'] as const
export type TableFormat = (typeof tableFormats)[number]
