export { CertificateBlock, CertificateDesign, type ImageBlock, type TextBlock } from './design.ts'
export { blocksOutside, heightOf, pageSizes, type PageSize } from './page-sizes.ts'
export { fieldsOf, fillFields, mergeFields, type MergeField } from './merge-fields.ts'
export { readyMadeDesign, readyMadeDesigns } from './ready-made.ts'
