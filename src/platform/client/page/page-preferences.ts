export type Scheme = 'light' | 'dark' | 'auto'
