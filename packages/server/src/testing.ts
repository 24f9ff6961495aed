export { withNaiveConsume } from './storage/testing/naive-consume.ts'
export { createTestDatabase } from './storage/testing/test-database.ts'
