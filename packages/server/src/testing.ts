export { withNaiveConsume } from './storage/testing/naive-consume.ts'
export type { PeopleToSeed, SeededPerson } from './storage/testing/seed-people.ts'
export { seededEvery, seededPerson, seedPeople } from './storage/testing/seed-people.ts'
export { createTestDatabase } from './storage/testing/test-database.ts'
