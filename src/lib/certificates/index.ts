export {
  blocksOutside,
  CertificateBlock,
  CertificateDesign,
  heightOf,
  pageSizes,
  type ImageBlock,
  type PageSize,
  type TextBlock,
} from './design.ts'
export { fieldsOf, fillFields, mergeFields, type MergeField } from './merge-fields.ts'
export { readyMadeDesign, readyMadeDesigns } from './ready-made.ts'
