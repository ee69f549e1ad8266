import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { OkReply, Id, Instant, SingleLineText, PageOf, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  category_name_taken: [409, 'A category with this name already exists.'],
  category_limit_reached: [409, 'A school can have at most 100 categories.'],
  category_order_outdated: [409, 'The categories changed in the meantime. Check the order and try again.'],
})

const fields = {
  id: Id,
  name: Type.String(),
  /** Anchor of the category’s section on the home page, derived from the name. */
  slug: Type.String(),
  position: Type.Integer(),
}

export const Category = Type.Object(fields)
export const CategoryForStaff = Type.Object({ ...fields, course_count: Type.Integer(), created_at: Instant })

export const listSchoolCategories = defineRoute({
  name: 'listSchoolCategories',
  method: 'GET',
  path: '/schools/auth/api/v1/school-categories/:id',
  scope: 'any',
  access: 'public',
  summary: 'List the categories of a school in their order',
  transaction: 'own',
  params: Type.Object({ id: Id }),
  query: Type.Object(PagingParams),
  reply: [200, PageOf(Category)],
})

export const createCategory = defineRoute({
  name: 'createCategory',
  method: 'POST',
  path: '/courses/v2/categories',
  access: 'admin',
  summary: 'Create a category at the end of the list',
  idempotent: true,
  body: Type.Object({ name: SingleLineText(80) }),
  reply: [201, CategoryForStaff],
  refusals: ['category_name_taken', 'category_limit_reached'],
})

export const listCategories = defineRoute({
  name: 'listCategories',
  method: 'GET',
  path: '/courses/v2/categories',
  access: 'staff',
  summary: 'List categories in their order, with the number of their courses',
  query: Type.Object(PagingParams),
  csv: 'categories',
  reply: [200, PageOf(CategoryForStaff)],
})

export const updateCategory = defineRoute({
  name: 'updateCategory',
  method: 'PUT',
  path: '/courses/v2/categories/:id',
  access: 'admin',
  summary: 'Rename a category',
  params: Type.Object({ id: Id }),
  body: Type.Object({ name: SingleLineText(80) }),
  reply: [200, CategoryForStaff],
  refusals: ['category_name_taken'],
})

export const deleteCategory = defineRoute({
  name: 'deleteCategory',
  method: 'DELETE',
  path: '/courses/v2/categories/:id',
  access: 'admin',
  summary: 'Delete a category; its courses stay without a category',
  params: Type.Object({ id: Id }),
  reply: [200, OkReply],
})

export const reorderCategories = defineRoute({
  name: 'reorderCategories',
  method: 'PUT',
  path: '/courses/v2/categories/reorder',
  access: 'admin',
  summary: 'Reorder all categories',
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
  reply: [200, OkReply],
  refusals: ['category_order_outdated'],
})
