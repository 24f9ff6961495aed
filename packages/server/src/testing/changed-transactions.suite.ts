import type { Storage, StorageVerbs } from '../storage/storage.ts'

/** The same storage, with some verbs replaced inside of its transactions. */
export function withChangedTransactions(
  storage: Storage,
  change: (tx: StorageVerbs) => Partial<StorageVerbs>,
): Storage {
  return { ...storage, transaction: (work) => storage.transaction((tx) => work({ ...tx, ...change(tx) })) }
}
