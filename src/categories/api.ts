import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import { deleteCategory, reorderCategories, updateCategory } from './change-category.ts'
import * as contract from './contract.ts'
import { createCategory } from './create-category.ts'
import { listCategories, schoolCategories } from './list-categories.ts'

export const api = [
  handleOwn(contract.schoolCategories, schoolCategories),
  handle(contract.createCategory, createCategory),
  handle(contract.listCategories, listCategories),
  handle(contract.reorderCategories, reorderCategories),
  handle(contract.updateCategory, updateCategory),
  handle(contract.deleteCategory, deleteCategory),
]
