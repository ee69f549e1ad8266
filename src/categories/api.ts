import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { deleteCategory, reorderCategories, updateCategory } from './change-category.ts'
import * as contract from './contract.ts'
import { createCategory } from './create-category.ts'
import { listCategories, listSchoolCategories } from './list-categories.ts'

export const api = [
  defineEndpointWithoutTx(contract.listSchoolCategories, listSchoolCategories),
  defineEndpoint(contract.createCategory, createCategory),
  defineEndpoint(contract.listCategories, listCategories, {
    csv: ['name', 'position', 'course_count', 'created_at'],
  }),
  defineEndpoint(contract.reorderCategories, reorderCategories),
  defineEndpoint(contract.updateCategory, updateCategory),
  defineEndpoint(contract.deleteCategory, deleteCategory),
]
