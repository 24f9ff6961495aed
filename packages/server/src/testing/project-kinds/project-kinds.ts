import { consumerCalls } from './consumer-calls.ts'
import { memberCalls } from './member-calls.ts'
import type { ProjectKind } from './sign-in-calls.ts'

/** Both kinds of projects run the cases of a sign-in method. */
export const projectKinds: readonly ProjectKind[] = [consumerCalls, memberCalls]
